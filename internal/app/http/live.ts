/** The live stream: each event is encoded once and sent to every client that is up to date. @module */
import type { Event, LiveFrame } from "../../contract/log.ts";
import { delay } from "../../kernel/clock.ts";
import type { LiveText } from "../../conversation/mod.ts";
import type { Log } from "../../log/mod.ts";

const PAGE = 100;
const PING_MS = 15_000;
/** A client that lets more than this wait is fed from the log again once it reads. */
const BUFFER_BYTES = 256 * 1024;
/** Deno 2.4.2 keeps about 1 kB for each piece of a response until the response ends, so that no stream may last for ever. */
const MAX_PIECES = 400;

interface Client {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** The last event it was sent. */
  seq: number;
  /** It has everything: the events up to the newest, and what is being written. What comes next may be sent at once. */
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
  liveText: LiveText,
  options: { version: string; pingMs?: number; maxPieces?: number },
): Live {
  const { version, pingMs = PING_MS, maxPieces = MAX_PIECES } = options;
  const clients = new Set<Client>();
  const epoch = log.epoch();
  let latest = log.latestSeq();
  const unsubscribe = [
    log.subscribe((event) => {
      latest = event.seq;
      broadcast(() => eventText(event), event.seq);
    }),
    liveText.subscribe((written) => broadcast(() => writtenText(written))),
  ];
  const timer = setInterval(ping, Math.max(10, pingMs / 15));
  Deno.unrefTimer(timer);

  /** @param seq Of an event. */
  function broadcast(text: () => string, seq?: number) {
    if (clients.size === 0) return;
    const bytes = encode(text());
    for (const client of clients) {
      if (!client.upToDate) continue;
      if ((client.controller.desiredSize ?? 0) <= 0) client.upToDate = false;
      else send(client, bytes, seq ?? client.seq);
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
    // Synchronous with the read above, so no event can come between.
    if (room > 0 && frames.length < PAGE) {
      client.upToDate = true;
      frames.push(...beingWritten());
    }
    if (frames.length > 0) send(client, encode(frames.join("")), seq);
  }

  const beingWritten = () => liveText.snapshots().map(writtenText);

  function open(after: number | undefined): ReadableStream<Uint8Array> {
    const seq = Math.min(after ?? latest, latest);
    let client: Client;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        const upToDate = seq === latest;
        client = { controller, seq, upToDate, sentAt: Date.now(), pieces: 0 };
        clients.add(client);
        // Before the database is touched: whoever gets a 200 gets a greeting.
        const hello = frame("hello", JSON.stringify({ after: seq, epoch, version }));
        send(client, encode([hello, ...(upToDate ? beingWritten() : [])].join("")), seq);
      },
      pull: () => catchUp(client),
      cancel: () => void clients.delete(client),
    }, new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }));
  }

  function close() {
    clearInterval(timer);
    for (const end of unsubscribe) end();
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
const writtenText = (written: LiveFrame) => frame("stream", JSON.stringify(written));
const pingFrame = encode(frame("ping", "{}"));
const renewFrame = encode(frame("renew", "{}"));
