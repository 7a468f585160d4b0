/** What the person should notice: the words for a screen reader, and how many answers came while away. @module */
import { signal } from "@preact/signals";
import type { Event } from "../../internal/contract/log.ts";
import type { I18n } from "../i18n/i18n.ts";
import { isKind } from "./payloads.ts";

/** Enough to know what it is about; the whole answer can be read in its place. */
const MAX_SPOKEN = 300;
/** Several may come in one moment, and two may say the same: a screen reader speaks what is added to a list. */
const MAX_KEPT = 5;

interface Announcement {
  id: string;
  text: string;
}

export function attentionState(i18n: I18n, isAway: () => boolean) {
  const announcements = signal<readonly Announcement[]>([]);
  const unseen = signal(0);

  function words(event: Event): string | null {
    if (isKind(event, "agent.reply")) return i18n.notices(event.payload.notices, event.payload.text);
    if (isKind(event, "escalation")) return `${i18n.t("talk.question")}: ${event.payload.question}`;
    return isKind(event, "agent.error") ? i18n.t("talk.errorTitle") : null;
  }
  return {
    announcements,
    unseen,
    apply(event: Event) {
      const text = words(event);
      if (text === null) return;
      const spoken = { id: event.id, text: i18n.t("talk.answer", { text: text.slice(0, MAX_SPOKEN) }) };
      announcements.value = [...announcements.value, spoken].slice(-MAX_KEPT);
      if (isAway()) unseen.value += 1;
    },
    back() {
      unseen.value = 0;
    },
  };
}
