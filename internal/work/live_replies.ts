/** The replies of one turn, shown while its model writes them. @module */
import type { LiveReply, LiveText } from "../conversation/mod.ts";
import { replyReader } from "./reply_text.ts";

export interface LiveReplies extends Disposable {
  /** The next piece of the model's answer. */
  add(piece: string): void;
  /** The model is asked again: what it has written so far counts no more. */
  restart(): void;
}

/** @param rootOf The message under which a reply to `of` belongs. */
export function liveReplies(
  liveText: LiveText,
  threadId: string,
  rootOf: (of: string | undefined) => string,
): LiveReplies {
  let read = replyReader();
  let replies: LiveReply[] = [];

  function end() {
    for (const reply of replies) reply[Symbol.dispose]();
    replies = [];
  }

  return {
    add(piece) {
      for (const part of read(piece)) {
        if (part.kind === "begin") replies.push(liveText.begin(threadId, rootOf(part.of)));
        else replies.at(-1)?.add(part.text);
      }
    },
    restart() {
      end();
      read = replyReader();
    },
    [Symbol.dispose]: end,
  };
}
