/// <reference lib="dom" />
import type { Page } from "playwright";
import type { EventPage } from "../../internal/contract/log.ts";
import { expect } from "./support/expect.ts";
import type { Newpi } from "./support/newpi.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, composer, group, groups, say } from "./support/talk.ts";
import { openWire } from "./support/wire.ts";

const UNREACHABLE = /net::ERR_/;
const LOST = /^Connection lost\./;

/** A train in the country: every answer takes 400 ms to begin and comes at 50 kB/s. */
async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

async function textsOf(newpi: Newpi, kind: "user.message" | "agent.reply"): Promise<string[]> {
  const { events } = await newpi.call<EventPage>("GET", `/api/events?conversation=1&kind=${kind}`);
  return events.map(({ payload }) => String(payload.text));
}

const bar = (page: Page) => page.getByRole("status").filter({ hasText: LOST });

browserTest("network", {
  async "on a slow line the frame of the page is there before the history"({ signIn }) {
    const page = await signIn();
    await say(page, "Before?");
    await expect(answers(page, "Before?")).toHaveCount(1);
    await slowDown(page);
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => {
      const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false;
      const isBusy = document.querySelector(".column[aria-busy=true]") !== null;
      return isBusy && isShown("nav a[href='/tasks']") && isShown("main textarea");
    });
    await expect(answers(page, "Before?")).toHaveCount(1);
  },

  async "on a slow line a message is shown at once, and is one message after a reload on its way"(
    { newpi, signIn },
  ) {
    const page = await signIn();
    await expect(composer(page)).toBeVisible();
    await slowDown(page);
    await say(page, "Slow?");
    expect(await group(page, "Slow?").count(), "shown before it has arrived").toBe(1);
    await expect(composer(page)).toHaveValue("");
    await expect(answers(page, "Slow?")).toHaveCount(1);
    await say(page, "And this?");
    await page.reload();
    await expect(answers(page, "And this?")).toHaveCount(1);
    await expect(groups(page).locator(".bubble")).toHaveText(["Slow?", "And this?"]);
    expect(await textsOf(newpi, "user.message")).toEqual(["Slow?", "And this?"]);
  },

  async "a line that breaks under a message shows a thin bar, and a click mends both"(
    { newpi, signIn, allow },
  ) {
    await using wire = openWire(newpi.origin);
    const page = await signIn({ browser: { baseURL: wire.origin } });
    await expect(composer(page)).toBeVisible();
    allow(UNREACHABLE);
    wire.set("still");
    await say(page, "On its way?");
    await expect(group(page, "On its way?").getByText("Sending…")).toBeVisible();
    wire.set("cut");
    await expect(bar(page)).toBeVisible();
    await expect(group(page, "On its way?").getByText(/^Not sent yet/)).toBeVisible();
    const { height } = await bar(page).boundingBox() ?? { height: 0 };
    expect(height).toBeLessThanOrEqual(40);
    await expect(composer(page)).toBeEditable();
    await bar(page).getByRole("button", { name: "Try again" }).click();
    await expect(bar(page)).toBeVisible();

    wire.set("whole");
    await bar(page).getByRole("button", { name: "Try again" }).click();
    await expect(answers(page, "On its way?")).toHaveCount(1);
    await expect(bar(page)).toHaveCount(0);
    await expect(groups(page)).toHaveCount(1);
    expect(await textsOf(newpi, "user.message")).toEqual(["On its way?"]);
  },

  async "what ends while the line is cut is there afterwards, and once"({ newpi, signIn, allow }) {
    const order = "WAIT: 1\nWRITE late.txt: late";
    await using wire = openWire(newpi.origin);
    const page = await signIn({ browser: { baseURL: wire.origin } });
    await say(page, order);
    await expect(card(page, order).getByText("Running")).toBeVisible();
    allow(UNREACHABLE);
    wire.set("cut");
    await expect(bar(page)).toBeVisible();
    await expect.poll(() => textsOf(newpi, "agent.reply")).toHaveLength(1);
    await expect(answers(page, order)).toHaveCount(0);
    await expect(card(page, order).getByText("Running"), "the last that is known").toBeVisible();

    wire.set("whole");
    await bar(page).getByRole("button", { name: "Try again" }).click();
    await expect(answers(page, order)).toContainText("Wrote late.txt");
    await expect(answers(page, order)).toHaveCount(1);
    await expect(card(page, order).getByText("Running")).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
  },

  async "a browser without a network keeps its draft and goes on by itself"({ signIn, allow }) {
    const page = await signIn();
    await expect(composer(page)).toBeVisible();
    allow(UNREACHABLE);
    await page.context().setOffline(true);
    await say(page, "Into the tunnel?");
    await expect(group(page, "Into the tunnel?").getByText(/^Not sent yet/)).toBeVisible();
    await composer(page).fill("and a second thought");
    await page.context().setOffline(false);
    await expect(answers(page, "Into the tunnel?")).toHaveCount(1);
    await expect(composer(page)).toHaveValue("and a second thought");
  },
});
