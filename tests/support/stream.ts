/** A client of the live stream, frame by frame. @module */
import { Event } from "../../internal/contract/log.ts";

export interface Frame {
  event: string;
  id: string | undefined;
  data: string;
}

export interface Stream extends AsyncDisposable {
  readonly status: number;
  /** The next frame. @throws {Error} When none comes within half a minute, or the stream ended. */
  next(): Promise<Frame>;
  /** The next frame of that name; others are passed over. */
  nextOf(event: string): Promise<Frame>;
  /** The next `count` events. */
  events(count: number): Promise<Event[]>;
  /** Resolves when the server has closed it. */
  readonly ended: Promise<void>;
}

const PATIENCE_MS = 30_000;

export async function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const frames = split(response);
  const ended = Promise.withResolvers<void>();

  async function next(): Promise<Frame> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("no frame came in time")), PATIENCE_MS);
    try {
      const { value, done } = await Promise.race([frames.next(), late.promise]);
      if (!done) return value;
      ended.resolve();
      throw new Error("the stream has ended");
    } finally {
      clearTimeout(timer);
    }
  }

  async function nextOf(event: string): Promise<Frame> {
    let frame = await next();
    while (frame.event !== event) frame = await next();
    return frame;
  }

  return {
    status: response.status,
    next,
    nextOf,
    ended: ended.promise,
    async events(count) {
      const events: Event[] = [];
      while (events.length < count) events.push(Event.parse(JSON.parse((await nextOf("event")).data)));
      return events;
    },
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await frames.return(undefined).catch(() => {});
    },
  };
}

async function* split(response: Response): AsyncGenerator<Frame, void> {
  let rest = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const blocks = (rest + chunk.value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parseFrame(block);
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseFrame(block: string): Frame {
  const field = (name: string) =>
    block.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  return { event: field("event") ?? "message", id: field("id"), data: field("data") ?? "" };
}
