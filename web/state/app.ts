/** All state of the page, wired together: what the log says goes to every part that shows it. @module */
import { signal } from "@preact/signals";
import type { Event } from "../../internal/contract/log.ts";
import { i18nState } from "../i18n/i18n.ts";
import { attachmentsState } from "./attachments.ts";
import { apiClient, ApiError, type Send, UNREACHABLE } from "./api.ts";
import { attentionState } from "./attention.ts";
import { bursts } from "./bursts.ts";
import { clockState } from "./clock.ts";
import { composerState } from "./composer.ts";
import { connectionState, type Stream } from "./connection.ts";
import { conversationState } from "./conversation.ts";
import { draftsState } from "./drafts.ts";
import { liveTextState } from "./live_text.ts";
import { outboxState } from "./outbox.ts";
import { preferencesState } from "./preferences.ts";
import type { KeyValueStore } from "./storage.ts";
import { systemState } from "./system.ts";
import { tasksState } from "./tasks.ts";
import type { Timers } from "./timers.ts";
import { toastsState } from "./toasts.ts";

interface AppOptions {
  send: Send;
  openStream(path: string): Stream;
  store: KeyValueStore;
  timers: Timers;
  newKey(): string;
  /** The page is not in sight. */
  isAway(): boolean;
  /** What the browser prefers, best first. */
  languages: readonly string[];
  /** Starts the page anew, with what the browser keeps for it. */
  reload(): void;
}

const REOPEN_MS = 3_000;

type Session = "opening" | "open" | "signedOut" | "unreachable";
type Overlay = "palette" | "keys" | "newTask";

export function appState({ send, openStream, store, timers, newKey, isAway, languages, reload }: AppOptions) {
  const session = signal<Session>("opening");
  const listeners = new Set<(event: Event) => void>();
  const api = apiClient(send, () => {
    session.value = "signedOut";
    connection.stop();
  });
  const i18n = i18nState(languages);
  const toasts = toastsState(timers);
  const outbox = outboxState({
    api,
    store,
    newKey,
    timers,
    onDropped: ({ length: count }) => toasts.show({ tone: "bad", text: i18n.t("image.dropped", { count }) }),
  });
  const conversation = conversationState({ api, outbox });
  const liveText = liveTextState();
  const tasks = tasksState({ api, timers });
  const system = systemState(api);
  const attention = attentionState(i18n, isAway);
  const together = bursts(timers);
  const connection = connectionState({
    open: openStream,
    timers,
    onEvent: (event) => together(() => apply(event)),
    // In their order among the events: words vanish when the stored reply is shown, not before.
    onGreeting: () => together(liveText.clear),
    onLiveFrame: (frame) => together(() => liveText.receive(frame)),
    onNewLog: reload,
    onFailure: () => void system.loadStatus().catch(() => {}),
  });

  function apply(event: Event) {
    liveText.apply(event);
    conversation.apply(event);
    tasks.apply(event);
    attention.apply(event);
    void system.apply(event).catch(() => {}); // the next look at the settings reads them again
    for (const listen of listeners) listen(event);
  }

  /** Reads everything, and then follows the log from where it stood before reading. */
  async function open(): Promise<void> {
    try {
      const { latestSeq, epoch } = await system.loadStatus();
      connection.start({ seq: latestSeq, epoch });
      session.value = "open";
      await Promise.allSettled([
        conversation.load(),
        tasks.load(),
        system.loadAgents(),
        outbox.resume(),
      ]);
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 401;
      if (refused) return;
      session.value = "unreachable";
      timers.after(REOPEN_MS, () => session.value === "unreachable" && void open());
    }
  }
  connection.phase.subscribe((phase) => {
    if (phase === "live" && session.peek() === "open") void outbox.resume();
  });

  /** Why something did not work; the code is what a person can search for. */
  function explain(error: unknown): string {
    const code = error instanceof ApiError ? error.code : "INTERNAL";
    const why = code === UNREACHABLE ? i18n.t("failed.unreachable") : i18n.t("failed.code", { code });
    return `${i18n.t("failed.notDone")} ${why}`;
  }

  /** Does what the person asked for and says so when it did not work. */
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      toasts.show({ tone: "bad", text: explain(error) });
      return false;
    }
  }

  return {
    session,
    api,
    i18n,
    toasts,
    outbox,
    conversation,
    liveText,
    tasks,
    system,
    connection,
    attention,
    overlay: signal<Overlay | null>(null),
    composer: composerState(),
    preferences: preferencesState(store),
    drafts: draftsState(store),
    attachments: attachmentsState(newKey),
    clock: clockState(timers),
    open,
    attempt,
    explain,
    /** @returns A function that stops listening. */
    listen(listener: (event: Event) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async signOut(): Promise<void> {
      await api.logout();
      connection.stop();
      session.value = "signedOut";
    },
  };
}
export type App = ReturnType<typeof appState>;
