/** The live stream: each event is encoded once and sent to every client that is up to date. @module */
import type { Event } from "../../contract/log.ts";
import { delay } from "../../kernel/clock.ts";
import type { Log } from "../../log/mod.ts";

const PAGE = 100;
const PING_MS = 15_000;
/** A client that lets more than this wait is fed from the log again once it reads. */
const BUFFER_BYTES = 256 * 1024;
/** Deno 2.4.2 keeps about 1 kB for each piece of a response until the response ends, so that no stream may last for ever. */
const MAX_PIECES = 1000;

interface Client {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** The last event it was sent. */
  seq: number;
  /** Nothing between `seq` and the newest event: new ones may be sent as they come. */
  upToDate: boolean;
  sentAt: number;
  pieces: number;
}

export interface Live {
  /** @param after Sends what came after it; undefined: only what comes from now on. */
  open(after: number | undefined): ReadableStream<Uint8Array>;
  clients(): number;
  close(): void;
}

/**
 * @param options.pingMs Silence after which a ping is sent.
 * @param options.maxPieces After so many the client is asked to come again, and the stream ends.
 */
export function openLive(
  log: Log,
  options: { version: string; pingMs?: number; maxPieces?: number },
): Live {
  const { version, pingMs = PING_MS, maxPieces = MAX_PIECES } = options;
  const clients = new Set<Client>();
  const epoch = log.epoch();
  let latest = log.latestSeq();
  const unsubscribe = log.subscribe(broadcast);
  const timer = setInterval(ping, Math.max(10, pingMs / 15));
  Deno.unrefTimer(timer);

  function broadcast(event: Event) {
    latest = event.seq;
    if (clients.size === 0) return;
    const bytes = encode(eventText(event));
    for (const client of clients) {
      if (!client.upToDate) continue;
      if ((client.controller.desiredSize ?? 0) <= 0) client.upToDate = false;
      else send(client, bytes, event.seq);
    }
  }

  function ping() {
    for (const client of clients) {
      if (Date.now() - client.sentAt >= pingMs) send(client, pingFrame, client.seq);
    }
  }

  function send(client: Client, bytes: Uint8Array, seq: number) {
    client.seq = seq;
    client.sentAt = Date.now();
    client.pieces += 1;
    try {
      client.controller.enqueue(bytes);
      if (client.pieces < maxPieces) return;
      client.controller.enqueue(renewFrame);
      client.controller.close();
      clients.delete(client);
    } catch {
      clients.delete(client); // closed by the other side a moment ago
    }
  }

  /** One page, then others have their turn: a client that reads fast would have the thread for the whole log. */
  async function catchUp(client: Client): Promise<void> {
    if (client.upToDate) return;
    sendPage(client);
    await delay(0);
  }

  /** As one piece, since every piece goes its own way through the server. */
  function sendPage(client: Client) {
    let room = client.controller.desiredSize ?? 0;
    let { seq } = client;
    const frames: string[] = [];
    for (const event of log.each(seq, PAGE)) {
      if (room <= 0) break; // full: the rest when it has read these
      const text = eventText(event);
      room -= text.length;
      frames.push(text);
      seq = event.seq;
    }
    if (frames.length > 0) send(client, encode(frames.join("")), seq);
    // Synchronous with the read above, so no event can come between.
    if (room > 0 && frames.length < PAGE) client.upToDate = true;
  }

  function open(after: number | undefined): ReadableStream<Uint8Array> {
    const seq = Math.min(after ?? latest, latest);
    let client: Client;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        client = { controller, seq, upToDate: seq === latest, sentAt: Date.now(), pieces: 0 };
        clients.add(client);
        // Before the database is touched: whoever gets a 200 gets a greeting.
        send(client, encode(frame("hello", JSON.stringify({ after: seq, epoch, version }))), seq);
      },
      pull: () => catchUp(client),
      cancel: () => void clients.delete(client),
    }, new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }));
  }

  function close() {
    clearInterval(timer);
    unsubscribe();
    for (const client of clients) {
      try {
        client.controller.close();
      } catch { /* closed by the other side */ }
    }
    clients.clear();
  }

  return { open, clients: () => clients.size, close };
}

function frame(event: string, data: string, id?: number): string {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${data}\n\n`;
}

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);
const eventText = (event: Event) => frame("event", JSON.stringify(event), event.seq);
const pingFrame = encode(frame("ping", "{}"));
const renewFrame = encode(frame("renew", "{}"));
