/** A bounded window on the conversation: the newest part, or the part around one message. @module */
import { batch, computed, signal } from "@preact/signals";
import type { Event, EventPage } from "../../internal/contract/log.ts";
import { type Api, ApiError } from "./api.ts";
import {
  answeredQuestions,
  belongsToConversation,
  type Group,
  groupEvents,
  isQuestion,
  keepUnchanged,
  redact,
} from "./grouping.ts";
import { mergeEvents } from "./event_list.ts";
import { isKind } from "./payloads.ts";
import type { Outbox } from "./outbox.ts";

const PAGE = 100;
/** Events kept in a tab that stays open for a week; older ones are read again when somebody scrolls there. */
const MAX_EVENTS = 400;

export type LoadPhase = "loading" | "ready" | "failed";

interface ConversationOptions {
  api: Pick<Api, "events" | "redact">;
  outbox: Pick<Outbox, "messages" | "drop">;
}

export function conversationState({ api, outbox }: ConversationOptions) {
  const phase = signal<LoadPhase>("loading");
  const events = signal<readonly Event[]>([]);
  const hasOlder = signal(false);
  /** False while the window ends before the newest event: then live ones are only counted. */
  const atTail = signal(true);
  const missedAnswers = signal(0);
  let drawn: readonly Group[] = [];
  const groups = computed(() => {
    const next = groupEvents(events.value, atTail.value ? outbox.messages.value : []);
    return drawn = keepUnchanged(drawn, next);
  });
  const answered = computed(() => answeredQuestions(events.value));
  let loading: Promise<void> | null = null;
  /** The event that the window is around; null for the newest part. */
  let shown: string | null = null;
  /** There is no such event. */
  let isUnknown = false;
  /** Counts loads: an answer to an older question is out of date. */
  let generation = 0;
  /** Live events that come while a page is read which may be older than they are. */
  let arrived: Event[] = [];

  function accept(page: EventPage) {
    for (const event of page.events) confirm(event);
  }
  /** The page reaches the end of the log as it was when it was read; what came since follows it. */
  function toTail(page: EventPage) {
    atTail.value = !page.hasNewer;
    if (atTail.value) events.value = mergeEvents(events.value, arrived);
    missedAnswers.value = 0;
  }
  function confirm(event: Event) {
    if (isQuestion(event) && event.payload.clientKey !== undefined) outbox.drop(event.payload.clientKey);
  }
  /** Scrolling asks often; one page at a time is read. */
  function once(load: () => Promise<void>): Promise<void> {
    loading ??= load().finally(() => loading = null);
    return loading;
  }
  async function load(): Promise<void> {
    const asked = ++generation;
    isUnknown = false;
    phase.value = "loading";
    arrived = [];
    try {
      const page = await api.events({ conversation: "1", limit: PAGE, around: shown ?? undefined });
      if (asked !== generation) return;
      batch(() => {
        events.value = page.events;
        hasOlder.value = page.hasMore;
        phase.value = "ready";
        toTail(page);
        accept(page);
      });
    } catch (error) {
      if (asked !== generation) return;
      isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
      phase.value = "failed";
    }
  }
  /** What the person asks for after a failure: around a message that does not exist nothing will ever be. */
  async function retry(): Promise<void> {
    if (isUnknown) shown = null;
    await load();
  }
  /** @param eventId Null for the newest part. */
  async function show(eventId: string | null): Promise<void> {
    if (eventId === shown) return;
    shown = eventId;
    await load();
  }

  return {
    phase,
    events,
    groups,
    answered,
    hasOlder,
    atTail,
    missedAnswers,
    load,
    retry,
    show,
    loadOlder: () =>
      once(async () => {
        const first = events.value[0];
        if (first === undefined || !hasOlder.value) return;
        const page = await api.events({ conversation: "1", limit: PAGE, before: first.seq });
        batch(() => {
          events.value = mergeEvents(events.value, page.events);
          hasOlder.value = page.hasMore;
          accept(page);
        });
      }),
    loadNewer: () =>
      once(async () => {
        const last = events.value.at(-1);
        if (last === undefined || atTail.value) return;
        arrived = [];
        const page = await api.events({ conversation: "1", limit: PAGE, after: last.seq });
        batch(() => {
          events.value = mergeEvents(events.value, page.events);
          toTail(page);
          accept(page);
        });
      }),
    apply(event: Event) {
      if (!belongsToConversation(event)) return;
      confirm(event);
      if (isKind(event, "message.redacted")) events.value = redact(events.value, event.payload.of);
      if (phase.value === "loading" || loading !== null) arrived.push(event);
      if (atTail.value) events.value = mergeEvents(events.value, [event]);
      else if (event.kind === "agent.reply") missedAnswers.value += 1;
    },
    /** Forgets what lies far above. Only called while the person reads the end, so that nothing jumps. */
    trim() {
      if (events.value.length <= MAX_EVENTS || !atTail.value) return;
      events.value = events.value.slice(-MAX_EVENTS + PAGE);
      hasOlder.value = true;
    },
    redact: (eventId: string) => api.redact(eventId),
  };
}
