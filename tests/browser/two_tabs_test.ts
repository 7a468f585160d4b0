import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, groups, say } from "./support/talk.ts";

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

  async "another browser's language, theme and sign-out leave this one as it is"({ signIn, allow }) {
    const here = await signIn();
    const there = await signIn({ path: "/settings" });
    await there.getByRole("radio", { name: "Français" }).check();
    await expect(there.getByRole("heading", { level: 1 })).toHaveText("Réglages");
    await there.getByRole("radio", { name: "Sombre" }).check();
    await expect(there.locator("html")).toHaveAttribute("data-theme", "dark");
    await say(here, "Still there?");
    await expect(answers(here, "Still there?")).toHaveCount(1);
    await expect(here.locator("html")).toHaveAttribute("data-theme", "light");
    await expect(here.locator("html")).toHaveAttribute("lang", "en");
    await there.reload();
    await expect(there.getByRole("heading", { level: 1 })).toHaveText("Réglages");
    await expect(there.locator("html")).toHaveAttribute("data-theme", "dark");

    allow(/status of 401/);
    await there.getByRole("button", { name: "Déconnecter ce navigateur" }).click();
    await there.getByRole("dialog").getByRole("button", { name: "Déconnecter ce navigateur" }).click();
    await expect(there.getByRole("heading", { name: "Ce navigateur n’est pas connecté" })).toBeVisible();
    await say(here, "And now?");
    await expect(answers(here, "And now?")).toHaveCount(1);
  },
});
