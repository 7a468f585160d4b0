/** Calls to a running runtime, and its live stream. @module */
import type * as z from "zod";
import { ErrorBody } from "../contract/common.ts";
import { Event } from "../contract/log.ts";
import { type ErrorKind, errorKinds } from "../kernel/errors.ts";
import { ApiError, ConnectionLostError } from "./error.ts";
import type { RuntimeAddress } from "./find.ts";

export interface Api {
  get<T extends z.ZodType>(path: string, answer: T): Promise<z.infer<T>>;
  post<T extends z.ZodType>(path: string, body: unknown, answer: T): Promise<z.infer<T>>;
  /** Events after `after` as they come; ends when the signal aborts. @throws {ConnectionLostError} */
  events(after: number, signal: AbortSignal): AsyncGenerator<Event>;
}

export function openApi({ url, token }: RuntimeAddress): Api {
  const authorization = `Bearer ${token}`;

  async function call<T extends z.ZodType>(path: string, init: RequestInit, answer: T): Promise<z.infer<T>> {
    const response = await reach(`${url}${path}`, { ...init, headers: { ...init.headers, authorization } });
    const body = await response.json().catch(() => undefined);
    if (response.ok) return answer.parse(body);
    const refused = ErrorBody.safeParse(body);
    if (!refused.success) {
      throw new ConnectionLostError(`${url} answered ${response.status} without a reason`);
    }
    const { code, message } = refused.data.error;
    throw new ApiError(message, kindOf(response.status), code);
  }

  return {
    get: (path, answer) => call(path, {}, answer),
    post: (path, body, answer) =>
      call(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }, answer),
    async *events(after, signal) {
      for (let seq = after; !signal.aborted;) {
        const path = `/api/events/stream?after=${seq}`;
        const response = await reach(`${url}${path}`, { headers: { authorization }, signal }).catch(
          (error) => {
            if (!signal.aborted) throw error;
          },
        );
        if (response === undefined) return;
        for await (const { event, data } of frames(response, signal)) {
          if (event === "renew") break;
          if (event !== "event") continue;
          const next = Event.parse(JSON.parse(data));
          seq = next.seq;
          yield next;
        }
      }
    },
  };
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new ConnectionLostError(`Cannot reach newpi at ${new URL(url).origin}`, { cause: error });
  }
}

const LOST = "The connection to newpi was lost";

/** Server-sent events: blocks of `name: value` lines with an empty line after each. */
async function* frames(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<{ event: string; data: string }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  // Deno 2.4.2 sometimes forgets that `fetch` was given the signal; without this the loop would then never end.
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave, { once: true });
  let rest = "";
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const blocks = (rest + next.value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(
          block.split("\n").map((line): [string, string] => {
            const colon = line.indexOf(": ");
            return [line.slice(0, colon), line.slice(colon + 2)];
          }),
        );
        yield { event: fields.get("event") ?? "message", data: fields.get("data") ?? "" };
      }
    }
  } catch (error) {
    if (!signal.aborted) throw new ConnectionLostError(LOST, { cause: error });
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
  if (!signal.aborted) throw new ConnectionLostError(LOST); // the runtime has ended
}

function kindOf(status: number): ErrorKind {
  const match = Object.entries(errorKinds).find(([, meaning]) => meaning.status === status);
  return (match?.[0] ?? "internal") as ErrorKind;
}
