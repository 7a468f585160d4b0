/** Replies while they are written, under the messages they answer. @module */
import { type Signal, signal } from "@preact/signals";
import type { Event, LiveFrame } from "../../internal/contract/log.ts";
import { isKind } from "./payloads.ts";

export interface LiveReply {
  id: string;
  threadId: string;
  root: string;
  text: Signal<string>;
}

export function liveTextState() {
  const replies = signal<readonly LiveReply[]>([]);

  function remove(isGone: (reply: LiveReply) => boolean) {
    if (replies.value.some(isGone)) replies.value = replies.value.filter((reply) => !isGone(reply));
  }

  return {
    replies,
    receive({ id, threadId, root, text, delta = "", done }: LiveFrame) {
      if (done) return remove((reply) => reply.id === id);
      const known = replies.value.find((reply) => reply.id === id);
      if (known === undefined) {
        replies.value = [...replies.value, { id, threadId, root, text: signal(text ?? delta) }];
      } else known.text.value = text ?? known.text.value + delta;
    },
    /** A stored reply takes the place of its words, in the same moment. */
    apply(event: Event) {
      if (!isKind(event, "agent.reply", "agent.error")) return;
      const { root } = event.payload;
      remove((reply) => reply.root === root && reply.threadId === event.threadId);
    },
    /** A new stream begins with what is being written now. */
    clear: () => remove(() => true),
  };
}
