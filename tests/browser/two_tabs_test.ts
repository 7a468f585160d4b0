import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, group, groups, say } from "./support/talk.ts";

browserTest("two tabs", {
  async "what is said in one appears in the other, once in each"({ signIn, newpi }) {
    const first = await signIn();
    const second = await first.context().newPage();
    await second.goto(newpi.origin);
    await expect(second.getByRole("textbox", { name: "Message" })).toBeVisible();
    await say(first, "Who is there?");
    await say(second, "And who here?");
    for (const tab of [first, second]) {
      await expect(answers(tab, "Who is there?")).toHaveCount(1);
      await expect(answers(tab, "And who here?")).toHaveCount(1);
      await expect(groups(tab)).toHaveCount(2);
    }
  },

  async "a task's state is the same in both, whoever changes it"({ signIn, newpi }) {
    const first = await signIn();
    const second = await first.context().newPage();
    await second.goto(`${newpi.origin}/tasks`);
    await say(first, "WAIT: 60");
    await expect(second.getByRole("heading", { name: "Running" })).toBeVisible();
    await card(first, "WAIT: 60").getByRole("button", { name: "Stop: Wait 60 s" }).click();
    await expect(second.getByRole("heading", { name: "Open" })).toBeVisible();
    await second.getByRole("main").getByRole("link", { name: "Wait 60 s" }).click();
    await second.getByRole("button", { name: "Mark done" }).click();
    await expect(card(first, "WAIT: 60").getByText("Done")).toBeVisible();
  },

  async "another tab's language, theme and page leave this one as it is"({ signIn, newpi }) {
    const here = await signIn();
    const there = await here.context().newPage();
    await there.goto(`${newpi.origin}/settings`);
    await there.getByRole("radio", { name: "Français" }).check();
    await expect(there.getByRole("heading", { level: 1 })).toHaveText("Réglages");
    await there.getByRole("radio", { name: "Sombre" }).check();
    await expect(there.locator("html")).toHaveAttribute("data-theme", "dark");
    await say(here, "Still there?");
    await expect(answers(here, "Still there?")).toHaveCount(1);
    await expect(here.locator("html")).toHaveAttribute("data-theme", "light");
    await expect(here.locator("html")).toHaveAttribute("lang", "en");
    for (const tab of [here, there]) {
      await tab.reload();
      await expect(tab.locator("html")).toHaveAttribute("lang", "fr");
      await expect(tab.locator("html")).toHaveAttribute("data-theme", "dark");
    }
  },

  async "signing out in one shows the gate in the other, and what was typed there is kept"(
    { signIn, newpi, allow },
  ) {
    const here = await signIn();
    const there = await here.context().newPage();
    await there.goto(`${newpi.origin}/settings`);
    allow(/status of 401/);
    await there.getByRole("button", { name: "Sign out of this browser" }).click();
    await there.getByRole("dialog").getByRole("button", { name: "Sign out of this browser" }).click();
    await expect(there.getByRole("heading", { name: "This browser is not signed in" })).toBeVisible();
    await say(here, "Too late?");
    await expect(here.getByRole("heading", { name: "This browser is not signed in" })).toBeVisible();
    await here.goto(await newpi.signInUrl());
    await group(here, "Too late?").getByRole("button", { name: "Try again" }).click();
    await expect(answers(here, "Too late?")).toHaveCount(1);
  },
});
