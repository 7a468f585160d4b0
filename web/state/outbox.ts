/**
 * Messages on their way. They survive a reload, and sending one again is safe: the client key makes a second
 * arrival the same message.
 * @module
 */
import { signal } from "@preact/signals";
import type { ChatRequest } from "../../internal/contract/conversation.ts";
import type { Event } from "../../internal/contract/log.ts";
import type { WorkItem } from "../../internal/contract/work.ts";
import { type Api, ApiError } from "./api.ts";
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
  ts: string;
  target?: WorkItem["id"];
  replyTo?: Event["id"];
  /** Accepted ones wait for their event. */
  state: "sending" | "accepted" | "failed";
  /** `isPassing`: newpi did not answer or was in trouble, so it goes out again by itself. */
  failure?: { code: string; message: string; isPassing: boolean };
}

type NewMessage = Pick<Outgoing, "text" | "target" | "replyTo">;

interface OutboxOptions {
  api: Pick<Api, "chat">;
  store: KeyValueStore;
  newKey(): string;
  timers: Timers;
}

export function outboxState({ api, store, newKey, timers }: OutboxOptions) {
  const messages = signal<Outgoing[]>(restore(store.get(KEY)));
  const asking = new Set<string>();
  let isResumeDue = false;

  function set(next: Outgoing[]) {
    messages.value = next.slice(-MAX_KEPT);
    store.set(KEY, messages.value.length === 0 ? null : JSON.stringify(messages.value));
  }
  function patch(clientKey: string, change: Partial<Outgoing>) {
    set(
      messages.value.map((message) => message.clientKey === clientKey ? { ...message, ...change } : message),
    );
  }

  async function deliver({ clientKey, text, target, replyTo }: Outgoing): Promise<void> {
    const request: ChatRequest = { text, clientKey, channel: "web", target, replyTo };
    asking.add(clientKey);
    try {
      await api.chat(request);
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

function restore(json: string | null): Outgoing[] {
  if (json === null) return [];
  try {
    const kept: unknown = JSON.parse(json);
    // An accepted one is in the log by now and comes back with the history.
    return Array.isArray(kept) ? kept.filter(isOutgoing).filter(({ state }) => state !== "accepted") : [];
  } catch {
    return [];
  }
}

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== "object" || value === null) return false;
  return "clientKey" in value && "text" in value && "state" in value && "ts" in value;
}
