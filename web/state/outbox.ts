/**
 * Messages on their way. They survive a reload, and sending one again is safe: the client key makes a second
 * arrival the same message. Images do not survive one, they would not fit into what the browser keeps.
 * @module
 */
import { signal } from "@preact/signals";
import type { ChatRequest, DroppedImage } from "../../internal/contract/conversation.ts";
import type { Event } from "../../internal/contract/log.ts";
import type { WorkItem } from "../../internal/contract/work.ts";
import { type Api, ApiError } from "./api.ts";
import type { OutgoingImage } from "./attachments.ts";
import type { KeyValueStore } from "./storage.ts";
import type { Timers } from "./timers.ts";

const KEY = "newpi.outbox";
/** More than anyone has on the way; a bound against a store that only grows. */
const MAX_KEPT = 50;
/** The live stream may have held while a message failed, so its coming back is not the only occasion. */
const RESEND_MS = 5_000;

export interface Outgoing {
  clientKey: string;
  text: string;
  images?: readonly OutgoingImage[];
  ts: string;
  target?: WorkItem["id"];
  replyTo?: Event["id"];
  /** Accepted ones wait for their event. */
  state: "sending" | "accepted" | "failed";
  /** `isPassing`: newpi did not answer or was in trouble, so it goes out again by itself. */
  failure?: { code: string; message: string; isPassing: boolean };
}

type NewMessage = Pick<Outgoing, "text" | "images" | "target" | "replyTo">;

/** Its images went with the reload, so it is not what the person wrote any more. */
export const IMAGES_LOST = "IMAGES_LOST";

interface OutboxOptions {
  api: Pick<Api, "chat">;
  store: KeyValueStore;
  newKey(): string;
  timers: Timers;
  /** The server did not take these images; the message is stored without them. */
  onDropped?(dropped: readonly DroppedImage[]): void;
}

export function outboxState({ api, store, newKey, timers, onDropped }: OutboxOptions) {
  const messages = signal<Outgoing[]>(restore(store.get(KEY)));
  const asking = new Set<string>();
  let isResumeDue = false;

  function set(next: Outgoing[]) {
    messages.value = next.slice(-MAX_KEPT);
    store.set(KEY, messages.value.length === 0 ? null : JSON.stringify(messages.value.map(withoutImages)));
  }
  function patch(clientKey: string, change: Partial<Outgoing>) {
    set(
      messages.value.map((message) => message.clientKey === clientKey ? { ...message, ...change } : message),
    );
  }

  async function deliver({ clientKey, text, images, target, replyTo }: Outgoing): Promise<void> {
    const sent = images?.map(({ mimeType, data }) => ({ mimeType, data }));
    const request: ChatRequest = { text, images: sent, clientKey, channel: "web", target, replyTo };
    asking.add(clientKey);
    try {
      const { dropped } = await api.chat(request);
      if (dropped !== undefined) onDropped?.(dropped);
      patch(clientKey, { state: "accepted", failure: undefined });
    } catch (error) {
      const failure = describe(error);
      patch(clientKey, { state: "failed", failure });
      if (failure.isPassing) resumeLater();
    } finally {
      asking.delete(clientKey);
    }
  }

  function send(message: NewMessage): Promise<void> {
    const outgoing: Outgoing = {
      ...message,
      clientKey: newKey(),
      ts: new Date(timers.now()).toISOString(),
      state: "sending",
    };
    set([...messages.value, outgoing]);
    return deliver(outgoing);
  }

  async function retry(clientKey: string): Promise<void> {
    const message = messages.value.find((candidate) => candidate.clientKey === clientKey);
    if (message === undefined) return;
    patch(clientKey, { state: "sending", failure: undefined });
    await deliver(message);
  }

  async function resume(): Promise<void> {
    for (const { clientKey, state, failure } of messages.value) {
      const isUnanswered = state === "sending" || failure?.isPassing;
      if (isUnanswered && !asking.has(clientKey)) await retry(clientKey);
    }
  }

  function resumeLater() {
    if (isResumeDue) return;
    isResumeDue = true;
    timers.after(RESEND_MS, () => {
      isResumeDue = false;
      void resume();
    });
  }

  return {
    messages,
    send,
    retry,
    /** After a reload, or when the connection is back: what the server never answered goes out again, in order. */
    resume,
    /** Its event has arrived, or the person gave it up. */
    drop(clientKey: string) {
      const rest = messages.value.filter((message) => message.clientKey !== clientKey);
      if (rest.length !== messages.value.length) set(rest);
    },
  };
}
export type Outbox = ReturnType<typeof outboxState>;

function describe(error: unknown): NonNullable<Outgoing["failure"]> {
  if (!(error instanceof ApiError)) return { code: "INTERNAL", message: String(error), isPassing: false };
  const { code, message, status } = error;
  return { code, message, isPassing: status === 0 || status >= 500 };
}

interface Kept extends Outgoing {
  hadImages?: boolean;
}

function withoutImages({ images, ...message }: Outgoing): Kept {
  return images === undefined ? message : { ...message, hadImages: true };
}

function fromKept({ hadImages, ...message }: Kept): Outgoing {
  const failure = { code: IMAGES_LOST, message: "", isPassing: false };
  return hadImages ? { ...message, state: "failed", failure } : message;
}

function restore(json: string | null): Outgoing[] {
  if (json === null) return [];
  try {
    const kept: unknown = JSON.parse(json);
    // An accepted one is in the log by now and comes back with the history.
    if (!Array.isArray(kept)) return [];
    return kept.filter(isOutgoing).filter(({ state }) => state !== "accepted").map(fromKept);
  } catch {
    return [];
  }
}

function isOutgoing(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  return "clientKey" in value && "text" in value && "state" in value && "ts" in value;
}
