/** The one live stream: resumes by epoch and seq, and takes silence for a dead connection. @module */
import { signal } from "@preact/signals";
import type { Event, Hello, LiveFrame } from "../../internal/contract/log.ts";
import type { Timers } from "./timers.ts";

/** The server pings after 15 s of silence; a killed one can leave the browser's stream open for ever. */
const SILENCE_MS = 20_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

export type ConnectionPhase = "connecting" | "live" | "lost";

/** The part of EventSource that is used. */
export interface Stream {
  addEventListener(type: string, listener: (frame: { data?: string }) => void): void;
  close(): void;
}

interface Position {
  seq: number;
  epoch: string;
}

interface ConnectionOptions {
  open(path: string): Stream;
  timers: Timers;
  onEvent(event: Event): void;
  /** A new stream has begun: what was being written before it is void. */
  onGreeting(): void;
  onLiveFrame(frame: LiveFrame): void;
  /** Another log than before (a backup was restored): everything that was read from the old one is void. */
  onNewLog(): void;
  /** Called when a stream fails, since EventSource does not tell that it was refused with 401. */
  onFailure(): void;
}

export function connectionState(
  { open, timers, onEvent, onGreeting, onLiveFrame, onNewLog, onFailure }: ConnectionOptions,
) {
  const phase = signal<ConnectionPhase>("connecting");
  /** Version of the server as it said hello; changes when newpi was updated under an open page. */
  const version = signal<string | null>(null);
  let position: Position | null = null;
  let stream: Stream | null = null;
  let failures = 0;
  let cancelTimer = () => {};

  function schedule(delayMs: number, run: () => void) {
    cancelTimer();
    cancelTimer = timers.after(delayMs, run);
  }

  function heard() {
    failures = 0;
    phase.value = "live";
    schedule(SILENCE_MS, lose);
  }

  function lose() {
    stream?.close();
    stream = null;
    phase.value = "lost";
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
    failures += 1;
    schedule(delayMs, connect);
    onFailure();
  }

  function greet(hello: Hello) {
    const isNewLog = position !== null && position.epoch !== hello.epoch;
    if (position === null || isNewLog) position = { seq: hello.after, epoch: hello.epoch };
    version.value = hello.version;
    heard();
    onGreeting();
    if (isNewLog) onNewLog();
  }

  function receive(event: Event) {
    heard();
    if (position === null || event.seq <= position.seq) return;
    position.seq = event.seq;
    onEvent(event);
  }

  function connect() {
    stream?.close();
    const query = position === null
      ? ""
      : `?after=${position.seq}&epoch=${encodeURIComponent(position.epoch)}`;
    const opened = open(`/api/events/stream${query}`);
    stream = opened;
    const on = (type: string, handle: (data: string) => void) =>
      opened.addEventListener(type, ({ data }) => opened === stream && handle(data ?? ""));
    on("hello", (data) => greet(JSON.parse(data)));
    on("event", (data) => receive(JSON.parse(data)));
    on("stream", (data) => {
      heard();
      onLiveFrame(JSON.parse(data));
    });
    on("ping", heard);
    on("renew", connect);
    on("error", lose);
    schedule(SILENCE_MS, lose);
  }

  return {
    phase,
    version,
    /** @param from Everything up to here is already known. */
    start(from: Position) {
      position = { ...from };
      connect();
    },
    /** At once instead of after the delay: the person asked, or the network came back. */
    retry() {
      if (phase.value === "lost") connect();
    },
    stop() {
      cancelTimer();
      stream?.close();
      stream = null;
    },
  };
}
