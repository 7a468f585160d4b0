import { splitLines } from "../../kernel/process_lines.ts";
import { parseObject } from "../narrow.ts";
import { demoConversation } from "./conversation.ts";
import { readOptions } from "./options.ts";
import { demoVoice } from "./voice.ts";

const SIGTERM_EXIT = 143;

/** Serves one session on stdin and stdout. @returns The exit code. */
export async function runDemoAgent(args: string[]): Promise<number> {
  const options = readOptions(args, Deno.env.get("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS") === "1");
  const stdout = Deno.stdout.writable.getWriter();
  const encoder = new TextEncoder();
  // When nobody listens any more, the closed stdin or the signal that follows ends the work.
  const print = (line: string) => stdout.write(encoder.encode(line + "\n")).catch(() => {});
  const conversation = demoConversation(options, demoVoice(print, options));
  if (Deno.build.os !== "windows") {
    Deno.addSignalListener("SIGTERM", () => conversation.abandon(SIGTERM_EXIT));
  }
  void listen(conversation);
  return await conversation.serve();
}

/** A line that is not JSON ends the session: what else was meant cannot be known. */
async function listen(conversation: ReturnType<typeof demoConversation>) {
  try {
    for await (const text of splitLines(Deno.stdin.readable)) {
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
