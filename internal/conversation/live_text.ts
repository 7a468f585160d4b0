/** The words of replies while they are written. They are no events: the reply that is stored takes their place. @module */
import type { LiveFrame } from "../contract/log.ts";
import { newId } from "../kernel/ids.ts";

/** Of one reply; the rest is seen when it is stored. In UTF-16 units. */
const MAX_TEXT = 32_000;
/** A model writes up to a hundred pieces a second; a person sees twenty changes. */
const EVERY_MS = 50;

export interface LiveReply extends Disposable {
  add(text: string): void;
  /** Its words vanish: the stored reply is there, or there will be none. */
  [Symbol.dispose](): void;
}

export interface LiveText {
  /** @param root The message under which the words are shown. */
  begin(threadId: string, root: string): LiveReply;
  /** What is being written now, as frames that begin with the whole text. */
  snapshots(): LiveFrame[];
  /** Called for each frame; must be quick and must not throw. */
  subscribe(listener: (frame: LiveFrame) => void): () => void;
}

interface Writing {
  id: string;
  threadId: string;
  root: string;
  sent: string;
  waiting: string;
  timer: number | undefined;
}

export function openLiveText(): LiveText {
  const writing = new Set<Writing>();
  const listeners = new Set<(frame: LiveFrame) => void>();

  function tell(frame: LiveFrame) {
    for (const listener of listeners) listener(frame);
  }

  function flush(reply: Writing) {
    reply.timer = undefined;
    const { id, threadId, root, waiting: delta } = reply;
    reply.sent += delta;
    reply.waiting = "";
    tell({ id, threadId, root, delta });
  }

  return {
    begin(threadId, root) {
      const reply: Writing = { id: newId("ls_"), threadId, root, sent: "", waiting: "", timer: undefined };
      writing.add(reply);
      return {
        add(text) {
          const room = MAX_TEXT - reply.sent.length - reply.waiting.length;
          if (room <= 0 || text === "") return;
          reply.waiting += text.slice(0, room);
          if (reply.sent === "") flush(reply); // the first words at once
          else reply.timer ??= setTimeout(() => flush(reply), EVERY_MS);
        },
        [Symbol.dispose]() {
          clearTimeout(reply.timer);
          if (!writing.delete(reply) || reply.sent === "") return;
          const { id, threadId, root } = reply;
          tell({ id, threadId, root, done: true });
        },
      };
    },
    snapshots: () =>
      [...writing].filter(({ sent }) => sent !== "").map(({ id, threadId, root, sent: text }) => ({
        id,
        threadId,
        root,
        text,
      })),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
