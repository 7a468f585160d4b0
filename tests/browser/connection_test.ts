import type { EventPage } from "../../internal/contract/log.ts";
import { expect } from "./support/expect.ts";
import type { Newpi } from "./support/newpi.ts";
import { browserTest } from "./support/scene.ts";
import { answers, composer, group, groups, say } from "./support/talk.ts";
import { openWire } from "./support/wire.ts";

const UNREACHABLE = /net::ERR_/;
const LOST = /^Connection lost\./;

async function storedMessages(newpi: Newpi): Promise<string[]> {
  const { events } = await newpi.call<EventPage>("GET", "/api/events?conversation=1&kind=user.message");
  return events.map(({ payload }) => String(payload.text));
}

browserTest("connection", {
  async "offline a message is kept, and sent once when the network is back"({ newpi, signIn, allow }) {
    const page = await signIn();
    await say(page, "Before?");
    await expect(answers(page, "Before?")).toHaveCount(1);
    allow(UNREACHABLE);
    await page.context().setOffline(true);
    await say(page, "Offline?");
    await expect(group(page, "Offline?").getByText(/^Not sent/)).toBeVisible();
    await group(page, "Offline?").getByRole("button", { name: "Try again" }).click();
    await expect(group(page, "Offline?").getByText(/^Not sent/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(answers(page, "Offline?")).toHaveCount(1);
    await expect(groups(page)).toHaveCount(2);
    expect(await storedMessages(newpi)).toEqual(["Before?", "Offline?"]);
  },

  async "a kept message survives a reload, and can be discarded or written anew"({ newpi, signIn, allow }) {
    const page = await signIn();
    allow(UNREACHABLE);
    await page.route("**/api/chat", (route) => route.abort("connectionreset"));
    for (const message of ["Never mind?", "Rephrase me?"]) {
      await say(page, message);
      await expect(group(page, message).getByText(/^Not sent/)).toBeVisible();
    }
    await page.reload();
    await group(page, "Never mind?").getByRole("button", { name: "Discard" }).click();
    await expect(group(page, "Never mind?")).toHaveCount(0);
    await group(page, "Rephrase me?").getByRole("button", { name: "Edit" }).click();
    await expect(composer(page)).toHaveValue("Rephrase me?");
    await page.unroute("**/api/chat");
    await composer(page).fill("Rephrased?");
    await composer(page).press("Enter");
    await expect(answers(page, "Rephrased?")).toHaveCount(1);
    expect(await storedMessages(newpi)).toEqual(["Rephrased?"]);
  },

  async "what happened while the line was cut is there when it is mended, in order and once"(
    { newpi, signIn, allow },
  ) {
    await using wire = openWire(newpi.origin);
    const page = await signIn({ browser: { baseURL: wire.origin } });
    await say(page, "Zero?");
    await expect(answers(page, "Zero?")).toHaveCount(1);
    allow(UNREACHABLE);
    wire.set("cut");
    await expect(page.getByText(LOST)).toBeVisible();
    for (const text of ["One?", "Two?", "Three?"]) await newpi.call("POST", "/api/chat", { text });
    await expect.poll(async () => {
      const { events } = await newpi.call<EventPage>("GET", "/api/events?kind=agent.reply");
      return events.length;
    }).toBe(4);
    await expect(groups(page)).toHaveCount(1);
    wire.set("whole");
    await expect(groups(page).locator(".bubble")).toHaveText(["Zero?", "One?", "Two?", "Three?"]);
    await expect(groups(page).locator(".answer")).toHaveCount(4);
    await expect(page.getByText(LOST)).toHaveCount(0);
  },

  async "a message whose confirmation was lost on the way is one message"({ newpi, signIn, allow }) {
    await using wire = openWire(newpi.origin);
    const page = await signIn({ browser: { baseURL: wire.origin } });
    await expect(composer(page)).toBeVisible();
    allow(UNREACHABLE);
    wire.set("deaf");
    await say(page, "Did you hear me?");
    await expect.poll(() => storedMessages(newpi)).toEqual(["Did you hear me?"]);
    await expect(group(page, "Did you hear me?").getByText(/^Not sent/)).toBeVisible();
    wire.set("whole");
    await expect(answers(page, "Did you hear me?")).toHaveCount(1);
    await expect(groups(page)).toHaveCount(1);
    expect(await storedMessages(newpi)).toEqual(["Did you hear me?"]);
  },

  async "a line that only falls silent is noticed, and left"({ newpi, signIn, allow }) {
    await using wire = openWire(newpi.origin);
    const page = await signIn({ browser: { baseURL: wire.origin } });
    await page.clock.install();
    await page.reload();
    await say(page, "Before?");
    await expect(answers(page, "Before?")).toHaveCount(1);
    allow(UNREACHABLE);
    wire.set("still");
    await newpi.call("POST", "/api/chat", { text: "Unheard?" });
    await page.clock.fastForward(30_000);
    await expect(page.getByText(LOST)).toBeVisible();
    await expect(group(page, "Unheard?")).toHaveCount(0);
    wire.set("whole");
    await page.clock.fastForward(30_000);
    await expect(answers(page, "Unheard?")).toHaveCount(1);
    await expect(page.getByText(LOST)).toHaveCount(0);
    await expect(groups(page)).toHaveCount(2);
  },
});
