/** The page's live stream in the hands of who takes the picture. @module */
import type { Page } from "playwright";

/**
 * Before the page opens. Afterwards `heldStream` shows states that pass too fast for a picture: `write` a reply that is
 * still growing under a question of its own, `lose` the line, `update` newpi. The runtime hears of none of them.
 */
export async function holdStream(page: Page): Promise<void> {
  await page.addInitScript(`
    const RealStream = EventSource;
    globalThis.heldStream = {
      open: null,
      say(type, data) {
        this.open.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
      },
      async write({ ask, words }) {
        const page = await (await fetch("/api/events?kind=user.message&limit=1&conversation=1")).json();
        const [last] = page.events;
        const question = {
          ...last, id: "ev_00000000-0000-7000-8000-000000000000", seq: last.seq + 100_000, ts: new Date().toISOString(),
          payload: { text: ask, channel: "web" },
        };
        this.say("event", question);
        this.say("stream", { id: "held", threadId: question.threadId, root: question.id, text: words });
      },
      lose() {
        this.open.dispatchEvent(new Event("error"));
      },
      update() {
        this.say("hello", { after: 0, epoch: this.epoch, version: "99.0.0" });
      },
    };
    globalThis.EventSource = class extends RealStream {
      constructor(address) {
        super(address);
        heldStream.open = this;
        this.addEventListener("hello", ({ data }) => heldStream.epoch = JSON.parse(data).epoch);
      }
    };`);
}
