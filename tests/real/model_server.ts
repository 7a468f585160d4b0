/**
 * A model that follows a script, on a port of its own on the loopback interface. It speaks Anthropic Messages, OpenAI
 * Responses and OpenAI Chat Completions, each as a stream, and remembers all that it was asked.
 *
 * @module
 */
import { type JsonObject, parseObject } from "../../internal/agents/narrow.ts";
import { delay } from "../../internal/kernel/clock.ts";
import { settlesWithin } from "../../internal/kernel/process.ts";
import { chat } from "./model/chat.ts";
import { messages } from "./model/messages.ts";
import type { Protocol, Voice } from "./model/protocol.ts";
import { responses } from "./model/responses.ts";
import { type Action, type Refusal, refuse, type Script, type Turn } from "./model/script.ts";
import { toolCall } from "./model/tools.ts";

export interface Recorded {
  method: string;
  /** With its query. */
  path: string;
  headers: Headers;
  body: string;
}

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  /** Every request, of whatever kind, oldest first. */
  readonly requests: readonly Recorded[];
  /** Those that asked for an answer. */
  readonly turns: readonly Turn[];
  /** The first turn, past or to come, of which that is true. @throws {Error} When none comes in time. */
  turn(matches: (turn: Turn) => boolean): Promise<Turn>;
}

const PROTOCOLS: Record<string, Protocol> = {
  "/v1/messages": messages,
  "/v1/responses": responses,
  "/v1/chat/completions": chat,
};
const PATIENCE_MS = 30_000;
/** For what was said to leave before its connection breaks, which would take it along. */
const FLUSH_MS = 50;

/** @param script Decides on every answer. An error of it is the model's answer and shows up in the CLI's. */
export function startModelServer(script: Script): ModelServer {
  const closing = new AbortController();
  const requests: Recorded[] = [];
  const turns: Turn[] = [];
  let more = Promise.withResolvers<void>();
  let answers = 0;
  let calls = 0;

  async function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    requests.push({ method: request.method, path: pathname + search, headers: request.headers, body });
    const protocol = request.method === "POST" ? PROTOCOLS[pathname] : undefined;
    return protocol === undefined
      ? answerPlainly(request.method, pathname)
      : answer(protocol, parseObject(body) ?? {}, request.headers);
  }

  function answer(protocol: Protocol, body: JsonObject, headers: Headers): Response {
    const turn = protocol.readTurn(body, headers);
    turns.push(turn);
    more.resolve();
    more = Promise.withResolvers();
    const actions = obey(script, turn);
    const [first] = actions;
    if (first?.do === "refuse") return refusal(protocol, first);
    const id = `answer_${++answers}`;
    return stream(speak(protocol.voice(turn, id), turn, actions), id);
  }

  async function* speak(voice: Voice, turn: Turn, actions: Action[]): AsyncGenerator<string, void> {
    yield voice.begin();
    for (const action of actions) {
      switch (action.do) {
        case "say":
          yield voice.say(action.text);
          break;
        case "shell":
        case "write":
        case "call":
          yield voice.call(toolCall(action, turn, `call_${++calls}`));
          break;
        case "wait":
          await Promise.race([action.until, aborted(closing.signal)]);
          break;
        case "hang":
          return await aborted(closing.signal);
        case "cut":
          await delay(FLUSH_MS);
          throw new Error("The script cuts the connection here");
        case "fail":
          return yield voice.fail(action.message);
        case "refuse":
          throw new RangeError("Cannot refuse in the middle of an answer");
      }
    }
    yield voice.end();
  }

  async function turn(matches: (turn: Turn) => boolean): Promise<Turn> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (let at = 0; performance.now() < giveUpAt;) {
      const next = turns[at];
      if (next === undefined) await settlesWithin(more.promise, giveUpAt - performance.now());
      else if (matches(next)) return next;
      else at++;
    }
    throw new Error(`No such turn among the ${turns.length} that were asked for`);
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handle);
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    turns,
    turn,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await server.shutdown();
    },
  };
}

/** A status that no CLI tries again. */
function obey(script: Script, turn: Turn): Action[] {
  try {
    return script(turn);
  } catch (error) {
    return [refuse(400, `The script failed: ${error instanceof Error ? error.message : error}`)];
  }
}

/** What CLIs ask beside answers: whether somebody is there, which models, how long a text is. */
function answerPlainly(method: string, path: string): Response {
  if (path === "/v1/messages/count_tokens") return Response.json({ input_tokens: 100 });
  if (path === "/v1/models") return Response.json({ object: "list", data: [], models: [] });
  return new Response(null, { status: method === "HEAD" ? 200 : 404 });
}

function refusal(protocol: Protocol, { status, message, retryAfterSeconds }: Refusal): Response {
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  return Response.json(protocol.errorBody(status, message), { status, headers });
}

function stream(events: AsyncIterable<string>, id: string): Response {
  return new Response(ReadableStream.from(events).pipeThrough(new TextEncoderStream()), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store", "request-id": id },
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
