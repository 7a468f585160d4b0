import type { Page } from "playwright";
import type { EventPage } from "../../internal/contract/log.ts";
import type { Status } from "../../internal/contract/system.ts";
import { expect } from "./support/expect.ts";
import type { Newpi } from "./support/newpi.ts";
import { browserTest } from "./support/scene.ts";
import { composer, group, groups, say } from "./support/talk.ts";

const MESSAGES = 250;
const AT_ONCE = 25;

/** Questions and their answers, as they would come over a day: answers are never far from their questions. */
async function talkALot(newpi: Newpi, count = MESSAGES): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, index) => `Question ${index + 1}?`);
  for (let at = 0; at < count; at += AT_ONCE) {
    for (const text of texts.slice(at, at + AT_ONCE)) await newpi.call("POST", "/api/chat", { text });
    await expect.poll(async () => {
      const { pendingMessages, activeTurns } = await newpi.call<Status>("GET", "/api/status");
      return pendingMessages + activeTurns;
    }, { intervals: [50] }).toBe(0);
  }
  return texts;
}

async function wheelUntil(page: Page, deltaY: number, isThere: () => Promise<boolean>): Promise<void> {
  await page.locator(".talk").hover();
  await expect.poll(async () => {
    await page.mouse.wheel(0, deltaY);
    return await isThere();
  }, { intervals: [50], timeout: 60_000 }).toBe(true);
}

/** The text of the first question that is wholly in the window. */
async function firstInView(page: Page): Promise<string> {
  const bar = await page.getByRole("main").getByRole("heading", { level: 1 }).boundingBox();
  const below = (bar?.y ?? 0) + (bar?.height ?? 0) + 40;
  for (const bubble of await groups(page).locator(".bubble").all()) {
    if (((await bubble.boundingBox())?.y ?? 0) > below) return await bubble.innerText();
  }
  throw new Error("No question is in the window");
}

const pill = (page: Page) => page.locator(".talk-foot").getByRole("button", { name: /new answer|newest/ });

/** Processor time of the page's main thread from here on: a busy machine does not stretch it. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ThreadTime")?.value ?? NaN;
  };
}

browserTest("history", {
  async "a long conversation opens at its end, and older pages come while somebody scrolls up"(
    { newpi, signIn },
  ) {
    const texts = await talkALot(newpi);
    const page = await signIn();
    await expect(group(page, `Question ${MESSAGES}?`)).toBeInViewport();
    expect(await groups(page).count()).toBeLessThan(MESSAGES / 2);
    await wheelUntil(
      page,
      -4_000,
      () => page.getByText("This is where your conversation began.").isVisible(),
    );
    await expect(groups(page).locator(".bubble")).toHaveText(texts);
    await expect(groups(page).locator(".answer")).toHaveCount(MESSAGES);
    await page.getByRole("button", { name: "To the newest" }).click();
    await expect(group(page, `Question ${MESSAGES}?`)).toBeInViewport();
    await expect(pill(page)).toHaveCount(0);
  },

  async "who reads history is left in peace, and told how much is new"({ newpi, signIn }) {
    await talkALot(newpi, 40);
    const page = await signIn();
    await expect(group(page, "Question 40?")).toBeInViewport();
    await wheelUntil(page, -500, () => pill(page).isVisible());
    const row = group(page, "Question 38?");
    await row.scrollIntoViewIfNeeded();
    const before = await row.boundingBox();
    for (const text of ["News?", "More news?"]) await newpi.call("POST", "/api/chat", { text });
    await expect(page.getByRole("button", { name: "2 new answers" })).toBeVisible();
    expect(await row.boundingBox()).toEqual(before);
    await page.getByRole("button", { name: "2 new answers" }).click();
    await expect(group(page, "More news?")).toBeInViewport();
    await expect(pill(page)).toHaveCount(0);

    await wheelUntil(page, -500, () => pill(page).isVisible());
    await say(page, "My own?");
    await expect(group(page, "My own?")).toBeInViewport();
    await expect(pill(page)).toHaveCount(0);
  },

  async "older messages come in above without moving what is read"({ newpi, signIn }) {
    await talkALot(newpi, 120);
    const page = await signIn();
    await expect(group(page, "Question 120?")).toBeInViewport();
    let isWanted = false;
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
    await page.route(/\/api\/events\?.*before=/, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const older = await newpi.call<EventPage>("GET", pathname + search);
      isWanted = true;
      await mayCome;
      await route.fulfill({ json: older });
    });
    await wheelUntil(page, -600, () => Promise.resolve(isWanted));
    const read = group(page, await firstInView(page));
    await read.locator(".bubble").hover({ trial: true }); // once nothing scrolls any more
    const before = await read.boundingBox();
    const count = await groups(page).count();
    letCome();
    await expect.poll(() => groups(page).count()).toBeGreaterThan(count);
    const after = await read.boundingBox();
    expect(Math.abs((after?.y ?? NaN) - (before?.y ?? NaN))).toBeLessThan(2);
  },

  async "five hundred events that come in while somebody types cost the page little"({ newpi, signIn }) {
    const page = await signIn();
    await composer(page).pressSequentially("Typing ");
    const clock = await threadClock(page);
    const before = await clock();
    await talkALot(newpi);
    await expect(group(page, `Question ${MESSAGES}?`).locator(".answer")).toBeInViewport();
    const seconds = await clock() - before;
    expect(seconds).toBeLessThan(10);
    await composer(page).pressSequentially("on");
    await expect(composer(page)).toHaveValue("Typing on");
    expect(await groups(page).count()).toBeLessThanOrEqual(MESSAGES);
  },
});
