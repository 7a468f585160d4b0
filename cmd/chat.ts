/** `newpi chat`: say something, follow what comes of it, end when all of it is done. */
import { AgentKind } from "../internal/contract/common.ts";
import { ChatAccepted, MessageStatus, type SentImage } from "../internal/contract/conversation.ts";
import type { Event } from "../internal/contract/log.ts";
import { type Api, ensureRuntime, NotAPersonError, openApi } from "../internal/client/mod.ts";
import { InvalidError } from "../internal/kernel/errors.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { untilStopped } from "../internal/kernel/signals.ts";
import { variables } from "../internal/kernel/variables.ts";
import { command, parse, wholeNumber } from "./_options.ts";
import { printable } from "./_printable.ts";

interface Options {
  item?: string;
  agent?: string;
  image: string[];
  timeout: number;
  json?: boolean;
}

export async function run(args: string[]): Promise<number> {
  const parser = command("chat", "Say something and wait for the answers")
    .argument("[text...]", "what to say; without it, what comes on stdin")
    .option("--item <id>", "say it to this task")
    .option("--agent <name>", `who answers and does the work: ${AgentKind.options.join(", ")}`)
    .option(
      "--image <file>",
      "show this PNG, JPEG, GIF or WebP image of at most 6 MiB; up to four times",
      (file: string, files: string[]) => [...files, file],
      [],
    )
    .option(
      "--timeout <seconds>",
      "stop waiting after this long; the work goes on",
      wholeNumber(1, 86_400),
      900,
    )
    .option("--json", "one JSON object per line: what was accepted, then each event");
  if (!parse(parser, args)) return 0;
  const options = parser.opts<Options>();
  const agent = AgentKind.optional().safeParse(options.agent);
  if (!agent.success) throw new InvalidError(`There is no agent "${options.agent}"`, "AGENT_UNKNOWN");

  if (variables().NEWPI_RUN_ID !== undefined) {
    throw new NotAPersonError("Only a person speaks by newpi chat; this was called from an agent's run");
  }
  const images = await imagesOf(options);
  const text = parser.args.join(" ") || (images === undefined ? await piped() : "");
  const api = openApi(await ensureRuntime(defaultHome()));
  const accepted = await api.post("/api/chat", {
    text,
    images,
    channel: "cli",
    clientKey: crypto.randomUUID(),
    ...(options.item === undefined ? {} : { target: options.item }),
    ...(agent.data === undefined ? {} : { runAs: { agent: agent.data } }),
  }, ChatAccepted);
  if (options.json) console.log(JSON.stringify(accepted));
  return await follow(api, accepted, options);
}

/** What reads them is loaded only when there are some. */
async function imagesOf({ image }: Options): Promise<SentImage[] | undefined> {
  if (image.length === 0) return undefined;
  const { readImages } = await import("./_images.ts");
  return await readImages(image);
}

async function piped(): Promise<string> {
  const text = Deno.stdin.isTerminal() ? "" : await new Response(Deno.stdin.readable).text();
  if (text.trim() === "") throw new InvalidError('Say something: newpi chat "..."', "USAGE");
  return text;
}

/**
 * Ends when all is done that the message started and every event of it was seen.
 *
 * @returns 0; 6 when the time is over; 1 when the agent could not answer or its last run did not succeed; 130 after a
 * signal.
 */
async function follow(
  api: Api,
  { messageId, seq }: ChatAccepted,
  { json, timeout }: Options,
): Promise<number> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort("timeout"), timeout * 1000);
  untilStopped().then(() => end.abort("stopped"));
  let failed = false;
  let lastSeq = Infinity;
  try {
    for await (const event of api.events(seq, end.signal)) {
      if (event.payload.root === messageId || event.payload.of === messageId) {
        if (json) console.log(JSON.stringify(event));
        else show(event);
        if (event.kind === "agent.error") failed = true;
        if (event.kind === "run.finished") failed = event.payload.ok !== true;
      }
      if (canBeLast(event) && lastSeq === Infinity) {
        const status = await api.get(`/api/messages/${messageId}`, MessageStatus);
        if (status.settled) lastSeq = status.latestSeq;
      }
      if (event.seq >= lastSeq) break;
    }
  } finally {
    clearTimeout(timer);
  }
  if (end.signal.reason === "stopped") {
    console.error('newpi: the work goes on; "newpi items" shows how');
    return 130;
  }
  if (end.signal.reason === "timeout") {
    console.error(`newpi: still working after ${timeout} s; "newpi items" shows how it goes`);
    return 6;
  }
  return failed ? 1 : 0;
}

function canBeLast({ kind }: Event): boolean {
  return /^(agent\.|escalation$|route\.decision$|manager\.decision$|run\.(finished|steered)$)/.test(kind);
}

function show({ kind, payload }: Event): void {
  const say = (text: string) => console.log(printable(text));
  const note = (text: string) => console.error(printable(text));
  if (kind === "agent.reply") say(payload.demo ? `[demo] ${payload.text}` : String(payload.text));
  else if (kind === "agent.error") note(`newpi: ${payload.error} [${payload.code}]`);
  else if (kind === "escalation") say(question(payload));
  else if (kind === "run.steered") note("Handed to the worker that is running.");
  else if (kind === "message.attributed") note(`Task ${payload.workItemId}: ${payload.title}`);
}

function question({ question, options }: Event["payload"]): string {
  const lines = Array.isArray(options) ? options.map((option) => `  - ${option}`) : [];
  return [`? ${question}`, ...lines].join("\n");
}
