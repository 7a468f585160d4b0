/** `newpi guard`: the hook of a coding CLI. Starts like hello world, so nothing but the guard is imported here. */
import { answerHook, type Caller, callers } from "../internal/guard/hook.ts";
import { variables } from "../internal/kernel/variables.ts";
import { InvalidError } from "../internal/kernel/errors.ts";

const HELP = `Usage: newpi guard [--cli ${callers.join("|")}]

Reads one tool call as a coding CLI's hook gets it on stdin (tool_name, tool_input) and answers in that CLI's form.
Nothing to say: exit 0 without a word. This version refuses sudo, deleting / or the home folder, writing to a disk,
turning the machine off, fork bombs and git push --force in shell commands, and has no opinion about all else.
In a run of newpi (NEWPI_RUN_DIR) each verdict is recorded, and changes wait while the person's words are unread.`;

/** More than any real call; a hook must not fill the memory. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;

export async function run(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const { stdout, stderr, exit } = answerHook(callerOf(args), await readStdin(), variables().NEWPI_RUN_DIR);
  if (stdout !== "") console.log(stdout);
  if (stderr !== "") console.error(stderr);
  return exit;
}

function callerOf(args: string[]): Caller {
  const [flag = "--cli", name = "claude"] = args.flatMap((arg) => arg.split("="));
  const caller = callers.find((each) => each === name);
  if (flag === "--cli" && caller !== undefined) return caller;
  throw new InvalidError(
    `Expected --cli with one of ${callers.join(", ")}, not "${args.join(" ")}"`,
    "USAGE",
  );
}

/** Too much is cut, which makes it unreadable and so refused. */
async function readStdin(): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of Deno.stdin.readable) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_INPUT_BYTES) break;
  }
  return text;
}
