import { splitLines } from "../../kernel/process_lines.ts";
import { parseObject } from "../narrow.ts";
import { demoConversation } from "./conversation.ts";
import { readOptions } from "./options.ts";
import { stdinChunks, stdoutLines } from "./pipes.ts";
import { demoVoice } from "./voice.ts";

const SIGTERM_EXIT = 143;

/**
 * The embedded demo agent: speaks Claude's stream-json protocol on stdin and stdout and follows plain instructions
 * without any model. Starts like an empty program, so it stands on the kernel alone.
 *
 * @param env Its environment, in which Claude Code too is asked for `session_state_changed` lines.
 * @returns The exit code.
 */
export async function runDemoAgent(args: string[], env: Record<string, string>): Promise<number> {
  const options = readOptions(args, env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS === "1");
  const conversation = demoConversation(options, demoVoice(stdoutLines(), options));
  if (Deno.build.os !== "windows") {
    Deno.addSignalListener("SIGTERM", () => conversation.abandon(SIGTERM_EXIT));
  }
  void listen(conversation);
  return await conversation.serve();
}

/** A line that is not JSON ends the session: what else was meant cannot be known. */
async function listen(conversation: ReturnType<typeof demoConversation>) {
  try {
    for await (const text of splitLines(stdinChunks())) {
      const line = parseObject(text);
      if (line === null) throw new SyntaxError(`Cannot read a line of input as JSON: ${text.slice(0, 100)}`);
      conversation.hear(line);
    }
    conversation.close();
  } catch (error) {
    Deno.stderr.writeSync(new TextEncoder().encode(`${error}\n`));
    conversation.abandon(1);
  }
}
