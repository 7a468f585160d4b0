/** A real CLI driven by hand, line by line, without newpi's drivers. @module */
import { asObject, asObjects, asText, type JsonObject, parseObject } from "../../internal/agents/narrow.ts";
import { type Child, spawnGroup } from "../../internal/kernel/process.ts";
import type { CliHome } from "./cli_home.ts";

/** How one CLI is spoken to. */
export interface Dialect {
  program: string;
  args: string[];
  env?: Record<string, string>;
  begin(cli: RawCli, text: string): Promise<void>;
  /** Settles once the CLI has the message. */
  steer(cli: RawCli, text: string): Promise<void>;
  isToolStart(line: JsonObject): boolean;
  /** The CLI has nothing left to do. */
  isEnd(line: JsonObject): boolean;
  /** The last words, or else the last error. */
  outcome(lines: JsonObject[]): { text: string } | { error: string };
}

export interface RawCli extends AsyncDisposable {
  readonly child: Child;
  readonly runId: string;
  /** What it printed so far. */
  readonly lines: JsonObject[];
  send(message: JsonObject): Promise<void>;
  /** Reads on until such a line. @throws {Error} When the CLI ends before, or takes too long. */
  until(matches: (line: JsonObject) => boolean): Promise<JsonObject>;
}

const PATIENCE_MS = 30_000;

export function openRawCli(dialect: Dialect, home: CliHome): RawCli {
  const runId = `run_${crypto.randomUUID().slice(0, 8)}`;
  const child = spawnGroup({
    cmd: `${home.path}/bin/${dialect.program}`,
    args: dialect.args,
    cwd: home.workspace,
    env: { ...home.env, ...dialect.env },
    runId,
  });
  const printed = child.lines();
  const lines: JsonObject[] = [];
  const patience = setTimeout(() => void child.kill(), PATIENCE_MS);
  return {
    child,
    runId,
    lines,
    async send(message) {
      await child.write(JSON.stringify(message) + "\n");
    },
    async until(matches) {
      for (let next = await printed.next(); !next.done; next = await printed.next()) {
        const line = parseObject(next.value) ?? {};
        lines.push(line);
        if (matches(line)) return line;
      }
      throw new Error(`The CLI ended without the line that was waited for: ${child.stderrTail()}`);
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(patience);
      await printed.return();
      await child.kill();
    },
  };
}

const claudeMessage = (content: string) => ({
  type: "user",
  message: { role: "user", content },
  parent_tool_use_id: null,
  uuid: crypto.randomUUID(),
});

export const claudeDialect: Dialect = {
  program: "claude",
  args: [
    ...["-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json"],
    ...["--replay-user-messages", "--permission-mode", "bypassPermissions"],
  ],
  env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" },
  begin: (cli, text) => cli.send(claudeMessage(text)),
  async steer(cli, text) {
    await cli.send(claudeMessage(text));
    // Not every version says that it has read a message, but all answer what comes after it.
    await cli.send({ type: "control_request", request_id: "after", request: { subtype: "unheard_of" } });
    await cli.until(({ type }) => type === "control_response");
  },
  isToolStart: ({ type, message }) =>
    type === "assistant" && asObjects(asObject(message).content).some((block) => block.type === "tool_use"),
  isEnd: ({ subtype, state }) => subtype === "session_state_changed" && state === "idle",
  outcome(lines) {
    const result = lines.findLast(({ type }) => type === "result") ?? {};
    return result.is_error === true ? { error: asText(result.result) } : { text: asText(result.result) };
  },
};

const input = (text: string) => ({
  clientUserMessageId: crypto.randomUUID(),
  input: [{ type: "text", text }],
});

export const codexDialect: Dialect = {
  program: "codex",
  args: ["app-server"],
  async begin(cli, text) {
    const clientInfo = { name: "newpi", title: "newpi", version: "0" };
    await cli.send({ id: 1, method: "initialize", params: { clientInfo } });
    await cli.until(({ id }) => id === 1);
    await cli.send({ method: "initialized" });
    const how = { approvalPolicy: "never", sandbox: "danger-full-access" };
    await cli.send({ id: 2, method: "thread/start", params: how });
    const started = await cli.until(({ id }) => id === 2);
    const threadId = asText(asObject(asObject(started.result).thread).id);
    await cli.send({ id: 3, method: "turn/start", params: { threadId, ...input(text) } });
    await cli.until(({ method }) => method === "turn/started");
  },
  async steer(cli, text) {
    const { params } = cli.lines.find(({ method }) => method === "turn/started") ?? {};
    const { threadId, turn } = asObject(params);
    const expectedTurnId = asObject(turn).id;
    await cli.send({ id: 4, method: "turn/steer", params: { threadId, expectedTurnId, ...input(text) } });
    await cli.until(({ id }) => id === 4);
  },
  isToolStart: ({ method, params }) =>
    method === "item/started" && asObject(asObject(params).item).type === "commandExecution",
  isEnd: ({ method }) => method === "turn/completed",
  outcome(lines) {
    const { error } = asObject(asObject(lines.at(-1)?.params).turn);
    if (error !== null) return { error: asText(asObject(error).message) };
    const items = lines.filter(({ method }) => method === "item/completed").map(({ params }) =>
      asObject(asObject(params).item)
    );
    return { text: asText(items.findLast(({ type }) => type === "agentMessage")?.text) };
  },
};

export const piDialect: Dialect = {
  program: "pi",
  args: ["--mode", "rpc"],
  begin: (cli, message) => cli.send({ id: "1", type: "prompt", message }),
  async steer(cli, message) {
    await cli.send({ id: "2", type: "steer", message });
    await cli.until(({ id }) => id === "2");
  },
  isToolStart: ({ type }) => type === "tool_execution_start",
  isEnd: ({ type }) => type === "agent_settled",
  outcome(lines) {
    const messages = lines.filter(({ type }) => type === "message_end").map(({ message }) =>
      asObject(message)
    );
    const last = messages.findLast(({ role }) => role === "assistant") ?? {};
    if (last.stopReason === "error") return { error: asText(last.errorMessage) };
    return { text: asObjects(last.content).map(({ text }) => asText(text)).join("") };
  },
};
