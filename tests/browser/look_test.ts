import type { Page } from "playwright";
import type { EventPage } from "../../internal/contract/log.ts";
import type { WorkItemCard, WorkItemList } from "../../internal/contract/work.ts";
import { expect } from "./support/expect.ts";
import { expectGoodLook, LOOKS } from "./support/look.ts";
import type { Newpi } from "./support/newpi.ts";
import { browserTest, type Scene, type Steps } from "./support/scene.ts";

const DEMO = { agent: "demo" };
const ROLES = { primary: DEMO, manager: DEMO, worker: DEMO };
const MARKDOWN = [
  "SAY: ## What I found",
  "A [page](https://example.com), `code`, **bold** and a table:",
  "",
  "| file | lines | what it is for and why it has such a long description |",
  "| --- | ---: | --- |",
  "| `internal/app/http/a_very_long_name_of_a_file_that_does_not_wrap.ts` | 1200 | all of it |",
  "",
  "```ts",
  `const long = "${"a line that is wider than every phone ".repeat(5)}";`,
  "```",
  "> quoted",
  "",
  "- [x] done",
  "- [ ] not done",
].join("\n");

/** One home with something of everything. */
async function fill(newpi: Newpi): Promise<Map<string, WorkItemCard>> {
  await newpi.call("POST", "/api/chat", { text: "Nobody hears this?" });
  await untilLogged(newpi, "agent.error", 1);
  await newpi.call("PUT", "/api/settings/roles", { roles: ROLES });
  const texts = [
    MARKDOWN,
    "WRITE notes/a.txt: text\nRUN: printf out; exit 3",
    "ASK: Which of the two?",
    "Hello?",
  ];
  for (const text of texts) await newpi.call("POST", "/api/chat", { text });
  await untilLogged(newpi, "agent.reply", 3);
  await untilLogged(newpi, "escalation", 1);
  await newpi.call("POST", "/api/chat", { text: `WAIT: 600\n${"WRITE x: y\n".repeat(3)}` });
  await untilLogged(newpi, "run.running", 3);
  const { items } = await newpi.call<WorkItemList>("GET", "/api/work-items?all=1");
  return new Map(items.map((card) => [card.state, card]));
}

async function untilLogged(newpi: Newpi, kind: string, count: number): Promise<void> {
  await expect.poll(async () => {
    const { events } = await newpi.call<EventPage>("GET", `/api/events?kind=${kind}`);
    return events.length;
  }, { message: kind }).toBe(count);
}

/** Goes where no word of a language is needed. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true], .skeleton")).toHaveCount(0);
}

/** Everything a person can come across, in one language. */
function everyState(locale: keyof typeof LOOKS): Steps[string] {
  return async ({ newpi, visitor, signIn, allow }: Scene) => {
    const isGood = (page: Page, state: string) => expectGoodLook(page, state, LOOKS[locale]);
    allow(/status of 40[14]|net::ERR_/);
    const stranger = await (await visitor({ locale })).newPage();
    await open(stranger, "/");
    await isGood(stranger, "gate");
    await stranger.close();

    const page = await signIn({ browser: { locale } });
    await isGood(page, "first visit");
    await open(page, "/tasks");
    await isGood(page, "no tasks");
    const cards = await fill(newpi);
    const [waiting, running] = [cards.get("waiting"), cards.get("running")];
    expect(waiting && running).toBeTruthy();

    await open(page, "/");
    await expect(page.locator(".note")).toHaveCount(2);
    await isGood(page, "conversation");
    await open(page, `/?task=${running?.item.id}`);
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await isGood(page, "task beside the conversation");
    await open(page, "/tasks");
    await isGood(page, "tasks");
    for (const path of ["", "?tab=log", "?tab=files", "?tab=files&file=TASK.md"]) {
      await open(page, `/tasks/${running?.item.id}${path}`);
      await expect(page.getByRole("tabpanel")).toBeVisible();
      await isGood(page, `task ${path}`);
    }
    await open(page, `/tasks/${waiting?.item.id}`);
    await expect(page.locator(".note")).toBeVisible();
    await isGood(page, "task that waits");
    await open(page, "/tasks/wi_000000000000");
    await isGood(page, "no such task");
    await open(page, "/nowhere");
    await isGood(page, "no such page");
    await open(page, "/settings");
    await isGood(page, "settings");
    for (const key of ["?", "Control+k", "c"]) {
      await page.keyboard.press(key);
      await expect(page.getByRole("dialog")).toBeVisible();
      await isGood(page, `dialog of ${key}`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await open(page, "/settings/general");
    await page.locator(".setting").last().getByRole("button").click();
    await isGood(page, "dialog that asks");
    await page.keyboard.press("Escape");

    await open(page, "/");
    await page.locator("article[data-row]").last().hover();
    await page.locator("article[data-row]").last().locator("button[aria-expanded]").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await isGood(page, "menu");
    await page.keyboard.press("Escape");
    await newpi.stop("SIGTERM");
    await page.getByRole("textbox").fill("Kept?");
    await page.keyboard.press("Enter");
    await expect(page.locator(".connection-bar")).toBeVisible();
    await expect(page.locator(".bubble.failed")).toBeVisible();
    await isGood(page, "lost connection");
  };
}

browserTest("look", {
  "of everything in English": everyState("en-GB"),
  "of everything in French": everyState("fr-FR"),
  "of everything in Chinese": everyState("zh-CN"),

  async "nothing moves for who wants no motion"({ newpi, signIn }) {
    await newpi.call("PUT", "/api/settings/roles", { roles: ROLES });
    const page = await signIn();
    await newpi.call("POST", "/api/chat", { text: "WAIT: 600" });
    await expect(page.getByRole("article").getByText("Running")).toBeVisible();
    const moving = () =>
      page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length");
    expect(await moving()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(moving).toBe(0);
  },
}, { agent: null });
