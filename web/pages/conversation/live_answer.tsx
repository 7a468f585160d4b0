import type { LiveReply } from "../../state/live_text.ts";

/** Plain text while it grows; the stored answer is shown with its Markdown. A screen reader hears only that one. */
export function LiveAnswer({ reply }: { reply: LiveReply }) {
  return (
    <div class="answer live" aria-hidden="true">
      <p>{reply.text}</p>
    </div>
  );
}
