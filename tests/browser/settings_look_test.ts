import type { Page } from "playwright";
import { expect } from "./support/expect.ts";
import { expectGoodLook, LOOKS } from "./support/look.ts";
import { browserTest, type Scene, type Steps } from "./support/scene.ts";

/** Goes where no word of a language is needed. */
async function open(page: Page, section: string): Promise<void> {
  await page.goto(`/settings/${section}`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
}

async function choose(page: Page, item: "first" | "last"): Promise<void> {
  await page.locator(".provider [aria-expanded]").first().click();
  await page.getByRole("menuitem")[item]().click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** Every section, dialog and refusal of the settings, in one language. */
function everyState(locale: keyof typeof LOOKS): Steps[string] {
  return async ({ newpi, signIn, allow }: Scene) => {
    allow(/status of 4\d\d|net::ERR_/);
    const page = await signIn({ browser: { locale } });
    const isGood = (state: string) => expectGoodLook(page, state, LOOKS[locale]);
    const dialog = page.getByRole("dialog");
    const submit = dialog.locator("button[type=submit]");

    for (const section of ["general", "roles", "agents", "providers", "status"]) {
      await open(page, section);
      await isGood(section);
    }
    await open(page, "providers");
    await page.locator(".empty button").click();
    await submit.click();
    await expect(dialog.getByRole("alert")).toHaveCount(3);
    await isGood("a provider with everything wrong");

    const id = "a-provider-with-a-very-long-name-of-all";
    await newpi.call("POST", "/api/providers", {
      id,
      label: "A provider whose name is as long as a name may be, which is eighty characters ok",
      anthropicBaseUrl: `https://example.com/${"a-long-path/".repeat(12)}`,
      openaiBaseUrl: "https://example.com/v1",
      piProvider: "deep",
      apiKey: "sk-a-key-that-is-no-key",
      models: ["m-1", `m-${"long".repeat(40)}`],
    });
    const runAs = { agent: "claude", provider: id, model: `m-${"long".repeat(40)}`, effort: "high" };
    await newpi.call("PUT", "/api/settings/roles", { roles: { worker: runAs } });
    await open(page, "providers");
    await isGood("a long provider");
    await page.locator(".provider button").nth(1).click();
    await isGood("a provider being edited");
    await page.keyboard.press("Escape");
    await choose(page, "first");
    await isGood("a new key");
    await page.keyboard.press("Escape");
    await choose(page, "last");
    await isGood("a provider that cannot be deleted");
    await page.keyboard.press("Escape");

    await open(page, "agents");
    const claude = page.locator(".agent").nth(1).locator(".card-foot button");
    await claude.first().click();
    await expect(page.locator(".test-result pre")).toBeVisible();
    await isGood("a test that failed");
    await claude.nth(1).click();
    await dialog.getByRole("textbox").fill(`/${"nowhere/".repeat(20)}claude`);
    await submit.click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await isGood("a path that is refused");
    await page.keyboard.press("Escape");

    await open(page, "roles");
    const lead = page.locator(".role").nth(1);
    await lead.locator("select").first().selectOption("codex");
    await newpi.call("PUT", "/api/settings/roles", { roles: { manager: null } });
    await expect(lead.getByRole("alert")).toBeVisible();
    await lead.getByRole("combobox").and(page.locator("input")).fill("no such name");
    await expect(lead.getByRole("alert")).toHaveCount(2);
    await isGood("a role that was overtaken, with a wrong model, not saved");
    await lead.getByRole("combobox").and(page.locator("input")).fill("gpt");
    await expect(page.getByRole("listbox")).toBeVisible();
    await isGood("a list of models");
    await page.route("**/api/settings", (route) => route.abort());
    await open(page, "general");
    await page.goto("/settings/roles");
    await expect(page.locator(".empty")).toBeVisible();
    await isGood("settings that cannot be read");
  };
}

browserTest("settings look", {
  "good in English": everyState("en-GB"),
  "good in French": everyState("fr-FR"),
  "good in Chinese": everyState("zh-CN"),
}, { agent: "demo", clis: ["claude", "codex"] });
