/** What the person should notice: the words for a screen reader, and how many answers came while away. @module */
import { signal } from "@preact/signals";
import type { Event } from "../../internal/contract/log.ts";
import type { I18n } from "../i18n/i18n.ts";
import { isKind } from "./payloads.ts";

/** Enough to know what it is about; the whole answer can be read in its place. */
const MAX_SPOKEN = 300;

export function attentionState(i18n: I18n, isAway: () => boolean) {
  const announcement = signal("");
  const unseen = signal(0);

  function words(event: Event): string | null {
    if (isKind(event, "agent.reply")) return i18n.notices(event.payload.notices, event.payload.text);
    if (isKind(event, "escalation")) return `${i18n.t("talk.question")}: ${event.payload.question}`;
    return isKind(event, "agent.error") ? i18n.t("talk.errorTitle") : null;
  }
  return {
    announcement,
    unseen,
    apply(event: Event) {
      const text = words(event);
      if (text === null) return;
      announcement.value = i18n.t("talk.answer", { text: text.slice(0, MAX_SPOKEN) });
      if (isAway()) unseen.value += 1;
    },
    back() {
      unseen.value = 0;
    },
  };
}
