/** A bounded window on the conversation: the newest part, or the part around one message. @module */
import { batch, computed, signal } from "@preact/signals";
import type { Event, EventPage } from "../../internal/contract/log.ts";
import type { Api } from "./api.ts";
import { answeredQuestions, belongsToConversation, groupEvents, isQuestion, redact } from "./grouping.ts";
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
  const titles = signal<Record<string, string>>({});
  const hasOlder = signal(false);
  /** False while the window ends before the newest event: then live ones are only counted. */
  const atTail = signal(true);
  const missedAnswers = signal(0);
  const groups = computed(() => groupEvents(events.value, atTail.value ? outbox.messages.value : []));
  const answered = computed(() => answeredQuestions(events.value));
  let loading: Promise<void> | null = null;

  function accept(page: EventPage) {
    titles.value = { ...titles.value, ...page.titles };
    for (const event of page.events) confirm(event);
  }
  function confirm(event: Event) {
    if (isQuestion(event) && event.payload.clientKey !== undefined) outbox.drop(event.payload.clientKey);
  }
  /** Scrolling asks often; one page at a time is read. */
  function once(load: () => Promise<void>): Promise<void> {
    loading ??= load().finally(() => loading = null);
    return loading;
  }
  async function open(query: { around?: string }) {
    phase.value = "loading";
    try {
      const page = await api.events({ conversation: "1", limit: PAGE, ...query });
      batch(() => {
        events.value = page.events;
        hasOlder.value = page.hasMore;
        atTail.value = !page.hasNewer;
        missedAnswers.value = 0;
        phase.value = "ready";
        accept(page);
      });
    } catch (error) {
      phase.value = "failed";
      throw error;
    }
  }

  return {
    phase,
    events,
    groups,
    titles,
    answered,
    hasOlder,
    atTail,
    missedAnswers,
    openNewest: () => open({}),
    openAround: (eventId: string) => open({ around: eventId }),
    loadOlder: () =>
      once(async () => {
        const first = events.value[0];
        if (first === undefined || !hasOlder.value) return;
        const page = await api.events({ conversation: "1", limit: PAGE, before: first.seq });
        batch(() => {
          events.value = [...page.events, ...events.value];
          hasOlder.value = page.hasMore;
          accept(page);
        });
      }),
    loadNewer: () =>
      once(async () => {
        const last = events.value.at(-1);
        if (last === undefined || atTail.value) return;
        const page = await api.events({ conversation: "1", limit: PAGE, after: last.seq });
        batch(() => {
          events.value = [...events.value, ...page.events.filter(({ seq }) => seq > last.seq)];
          atTail.value = !page.hasNewer;
          accept(page);
        });
      }),
    apply(event: Event) {
      if (!belongsToConversation(event)) return;
      confirm(event);
      if (isKind(event, "message.redacted")) events.value = redact(events.value, event.payload.of);
      else if (!atTail.value) missedAnswers.value += event.kind === "agent.reply" ? 1 : 0;
      else if (event.seq > (events.value.at(-1)?.seq ?? 0)) events.value = [...events.value, event];
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
export type Conversation = ReturnType<typeof conversationState>;
