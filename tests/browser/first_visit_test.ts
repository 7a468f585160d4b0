import { expect } from "./support/expect.ts";
import type { WorkItemList } from "../../internal/contract/work.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, composer, say } from "./support/talk.ts";

const ORDER = "WRITE hello.txt: hi from the demo";

browserTest("first visit", {
  async "explains what an agent is, and the demo agent takes the first task to its end"({ newpi, signIn }) {
    const page = await signIn();
    const firstRun = page.getByRole("region", { name: "Choose who does the work" });
    await expect(firstRun).toBeVisible();
    await firstRun.getByRole("button", { name: "Use the demo agent" }).click();
    await expect(firstRun).toHaveCount(0);
    await expect(page.getByText("The demo agent now answers and does the work.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Answers: Demo agent" })).toBeVisible();

    await say(page, ORDER);
    await expect(card(page, ORDER)).toHaveAccessibleName("Write hello.txt");
    await expect(answers(page, ORDER)).toHaveText(/Wrote hello\.txt \(16 bytes\)\..*Demo/s);
    await expect(page.getByText("Thinking")).toHaveCount(0);
    await expect(composer(page)).toHaveValue("");

    const { items: [made] } = await newpi.call<WorkItemList>("GET", "/api/work-items");
    expect(await Deno.readTextFile(`${made?.item.workspace}/hello.txt`)).toBe("hi from the demo");
  },

  async "an example fills the message field, and a message without an agent says what to do"({ signIn }) {
    const page = await signIn();
    await say(page, "Is anybody there?");
    const question = page.locator("article[data-row]").filter({ hasText: "Is anybody there?" });
    await expect(question.getByText("No agent is chosen yet.")).toBeVisible();
    await page.getByRole("button", { name: "Use the demo agent" }).click();
    await question.getByRole("button", { name: "Write it again" }).click();
    await expect(composer(page)).toHaveValue("Is anybody there?");
    await composer(page).press("Enter");
    await expect(answers(page, "Is anybody there?")).toContainText("I am newpi's demo agent");
  },
}, { agent: null });
