import type { EventPage } from "../../internal/contract/log.ts";
import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { answers, composer, group, groups, say } from "./support/talk.ts";

browserTest("conversation", {
  async "each of three quick messages gets its answer under itself"({ signIn }) {
    const page = await signIn();
    const messages = ["SAY: the first", "SAY: the second\nof two lines", "你好"];
    for (const message of messages) await say(page, message);
    await expect(answers(page, "SAY: the first")).toContainText("the first");
    await expect(answers(page, "SAY: the second\nof two lines")).toContainText(/the second\s*of two lines/);
    await expect(answers(page, "你好")).toContainText("newpi 的演示");
    await expect(groups(page).locator(".bubble")).toHaveText(messages);
    await expect(groups(page).locator(".answer")).toHaveCount(3);
    await page.reload();
    await expect(groups(page).locator(".bubble")).toHaveText(messages);
    await expect(groups(page).locator(".answer")).toHaveCount(3);
  },

  async "what is answered while the history still loads is not lost when that arrives"({ newpi, visitor }) {
    const context = await visitor();
    const page = await context.newPage();
    const { promise: answered, resolve: letHistoryCome } = Promise.withResolvers<void>();
    await page.route("**/api/events?**", async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const history = await newpi.call<EventPage>("GET", pathname + search);
      await answered;
      await route.fulfill({ json: history });
    });
    await page.goto(newpi.printedUrl);
    await say(page, "Hello, so early?");
    await expect.poll(async () => {
      const { events } = await newpi.call<EventPage>("GET", "/api/events?kind=agent.reply");
      return events.length;
    }).toBe(1);
    letHistoryCome();
    await expect(answers(page, "Hello, so early?")).toHaveCount(1);
    await expect(groups(page)).toHaveCount(1);
  },

  async "an answer cannot bring anything but text and outside links onto the page"({ signIn, allow }) {
    const page = await signIn();
    const message = [
      "SAY: [a trap](javascript:document.title='taken-over') and [a page](https://example.com/page)",
      "**bold**, `code` and <b onclick=alert(1)>more</b>",
      "",
      `<script>document.title = "taken over"</script>`,
      "",
      `<img src="x" onerror="document.title = 'taken over'">`,
    ].join("\n");
    await say(page, message);
    const answer = answers(page, message);
    await expect(answer).toContainText(`<script>document.title = "taken over"</script>`);
    await expect(answer).toContainText(`<img src="x"`);
    await expect(answer.locator("script, img, [onclick], [onerror]")).toHaveCount(0);
    await expect(answer.locator("strong")).toHaveText("bold");
    await expect(answer.getByText("a trap")).toBeVisible();
    await expect(answer.getByRole("link")).toHaveText(["a page"]);
    await expect(page).toHaveTitle("Conversation · newpi");

    allow(/^request to another origin: https:\/\/example\.com\/page$/);
    await page.context().route("https://example.com/**", (route) => route.fulfill({ body: "outside" }));
    const [outside] = await Promise.all([
      page.context().waitForEvent("page"),
      answer.getByRole("link").click(),
    ]);
    await expect(outside.getByText("outside")).toBeVisible();
    expect(await outside.evaluate("opener")).toBeNull();
    expect(await outside.evaluate("document.referrer")).toBe("");
  },

  async "Enter sends, Shift+Enter starts a line, an empty message and an unfinished word stay"({ signIn }) {
    const page = await signIn();
    const field = composer(page);
    const send = page.getByRole("button", { name: "Send" });
    await expect(send).toBeDisabled();
    await field.fill("   \n ");
    await field.press("Enter");
    await expect(send).toBeDisabled();
    await field.fill("");
    await field.pressSequentially("Who are");
    await field.press("Shift+Enter");
    await field.pressSequentially("you?");
    await field.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await expect(field).toHaveValue("Who are\nyou?");
    await expect(groups(page)).toHaveCount(0);
    await field.press("Enter");
    await expect(answers(page, "Who are\nyou?")).toHaveCount(1);
    await expect(field).toHaveValue("");
    await expect(groups(page)).toHaveCount(1);
  },

  async "what is typed survives a reload, and other pages"({ signIn }) {
    const page = await signIn();
    await composer(page).pressSequentially("half a sent");
    await page.reload();
    await expect(composer(page)).toHaveValue("half a sent");
    await page.getByRole("link", { name: "Tasks" }).click();
    await page.getByRole("link", { name: "Conversation" }).click();
    await expect(composer(page)).toHaveValue("half a sent");
    await composer(page).fill("");
    await page.reload();
    await expect(composer(page)).toHaveValue("");
  },

  async "a very long message is folded, one that is too long is kept with the reason"({ signIn, allow }) {
    const page = await signIn();
    await say(page, `${"word ".repeat(30_000)}the end`);
    const long = groups(page).filter({ hasText: "word word" });
    await expect(long.locator(".answer")).toContainText("I am only the demo agent");
    await long.getByRole("button", { name: "Show all" }).click();
    await expect(long.getByRole("button", { name: "Show less" })).toBeVisible();

    allow(/status of 400/);
    const tooLong = "much ".repeat(41_000).trim();
    await say(page, tooLong);
    const refused = groups(page).filter({ hasText: "much much" });
    await expect(refused.getByText("Not sent.")).toBeVisible();
    await refused.getByRole("button", { name: "Edit" }).click();
    await expect(composer(page)).toHaveValue(tooLong);
    await expect(refused).toHaveCount(0);
  },

  async "an answer comes in the language of its question, whatever language the page is in"({ signIn }) {
    const page = await signIn({ browser: { locale: "zh-CN" } });
    const field = page.getByRole("textbox");
    for (const message of ["Bonjour, que peux-tu faire ?", "你能做什么？", "What can you do?"]) {
      await field.fill(message);
      await field.press("Enter");
    }
    await expect(answers(page, "Bonjour, que peux-tu faire ?")).toContainText(
      "Je suis l'agent de démonstration",
    );
    await expect(answers(page, "你能做什么？")).toContainText("newpi 的演示");
    await expect(answers(page, "What can you do?")).toContainText("I am newpi's demo agent");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh");
    await expect(answers(page, "What can you do?").getByText("演示", { exact: true })).toBeVisible();
  },

  async "a question of a task waits, and is answered by a click or in words"({ signIn }) {
    const page = await signIn();
    const [first, second] = ["ASK: Shall I go on?", "ASK: Which colour?"];
    await say(page, first);
    await expect(group(page, first).getByText("Waiting for you").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "In progress" })).toContainText("Ask Shall I go on?waits");
    await group(page, first).getByRole("button", { name: "Yes", exact: true }).click();
    await expect(answers(page, "Yes")).toContainText("Understood: Yes");
    await expect(group(page, first).getByText("Answered")).toBeVisible();
    await expect(page.getByRole("region", { name: "In progress" })).toHaveCount(0);

    await say(page, second);
    await group(page, second).getByRole("button", { name: "Answer in your own words" }).click();
    await expect(composer(page)).toBeFocused();
    await expect(page.getByText("Answering: Which colour?")).toBeVisible();
    await page.keyboard.type("Deep-sea blue");
    await page.keyboard.press("Enter");
    await expect(answers(page, "Deep-sea blue")).toContainText("Understood: Deep-sea blue");
    await expect(page.getByText("Answering: Which colour?")).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("Answered")).toHaveCount(2);
    await expect(group(page, first).getByRole("button", { name: "Yes", exact: true })).toHaveCount(0);
  },

  async "a message can be hidden for good"({ newpi, signIn }) {
    const page = await signIn();
    await say(page, "My secret is 4711?");
    await expect(answers(page, "My secret is 4711?")).toHaveCount(1);
    await group(page, "My secret is 4711?").hover();
    await group(page, "My secret is 4711?").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Hide message" }).click();
    await page.getByRole("dialog", { name: "Hide this message?" }).getByRole("button", {
      name: "Hide message",
    })
      .click();
    await expect(page.getByText("You hid this message.")).toBeVisible();
    await expect(page.getByText("4711")).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("You hid this message.")).toBeVisible();
    await expect(page.getByText("4711")).toHaveCount(0);
    const log = await newpi.call<EventPage>("GET", "/api/events?limit=200");
    expect(JSON.stringify(log)).not.toContain("4711");
  },
});
