/** What the message field is about to do besides sending its text. @module */
import { signal } from "@preact/signals";
import type { EventOf } from "./payloads.ts";

export function composerState() {
  return {
    /** The question of a task that the next message answers. */
    answering: signal<EventOf<"escalation"> | null>(null),
    /** Somebody asked for the field from a page that does not have it. */
    wantsFocus: signal(false),
  };
}
