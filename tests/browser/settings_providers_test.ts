import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { addProvider, KEY, providerRow, settingsCard, settingsOf } from "./support/settings_page.ts";

const REFUSED = /status of 4\d\d/;

browserTest("settings: providers", {
  async "a provider is added from a preset, and its key is seen nowhere again"({ newpi, signIn }) {
    const page = await signIn({ path: "/settings/providers" });
    await expect(page.getByText("No providers yet")).toBeVisible();
    await page.getByRole("button", { name: "Add provider" }).click();
    const dialog = page.getByRole("dialog", { name: "Add provider" });
    await dialog.getByRole("combobox", { name: "Start from" }).selectOption("DeepSeek");
    await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("DeepSeek");
    await expect(dialog.getByRole("textbox", { name: "Short name" })).toHaveValue("deepseek");
    const key = dialog.getByLabel("API key");
    await expect(key).toHaveAttribute("type", "password");
    await key.fill(KEY);
    await dialog.getByRole("textbox", { name: "Models" }).fill("deepseek-chat\n\ndeepseek-reasoner\n");
    await dialog.getByRole("button", { name: "Add provider" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(providerRow(page, "DeepSeek").getByText("Key …7f3a")).toBeVisible();

    await providerRow(page, "DeepSeek").getByRole("button", { name: "More actions: DeepSeek" }).click();
    await page.getByRole("menuitem", { name: "Replace key…" }).click();
    await expect(page.getByLabel("New key")).toHaveValue("");
    const seen = await page.evaluate(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, location.href, document.documentElement.outerHTML,
      [...document.querySelectorAll("input, textarea")].map(({ value }) => value),
      performance.getEntriesByType("resource").map(({ name }) => name),
    ])`);
    expect(seen).not.toContain(KEY);
    const { providers: [stored] } = await settingsOf(newpi);
    expect(stored?.models).toEqual(["deepseek-chat", "deepseek-reasoner"]);
    expect(await Deno.readTextFile(newpi.home.settings)).toContain(KEY);
  },

  async "a key is replaced and removed"({ newpi, signIn }) {
    await addProvider(newpi, "mine");
    const page = await signIn({ path: "/settings/providers" });
    const menu = providerRow(page, "mine").getByRole("button", { name: "More actions: mine" });
    async function openKey(item: string) {
      await menu.click();
      await page.getByRole("menuitem", { name: item }).click();
    }
    await openKey("Replace key…");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Type the key.");
    await page.getByLabel("New key").fill("sk-another-key-of-mine-1234");
    await page.keyboard.press("Enter");
    await expect(providerRow(page, "mine").getByText("Key …1234")).toBeVisible();
    await expect(menu).toBeFocused();
    await openKey("Replace key…");
    await page.getByRole("button", { name: "Remove key" }).click();
    await expect(providerRow(page, "mine").getByText("No key")).toBeVisible();
    await openKey("Set key…");
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
  },

  async "what is wrong with a provider stands at its fields, what another tab took too"(
    { newpi, signIn, allow },
  ) {
    const page = await signIn({ path: "/settings/providers" });
    await page.getByRole("button", { name: "Add provider" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add provider" }).click();
    const name = dialog.getByRole("textbox", { name: "Name", exact: true });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription("Give it a name.");
    await expect(dialog.getByRole("alert")).toHaveCount(3);
    await page.keyboard.type("Mine");
    await expect(name).not.toHaveAttribute("aria-invalid", "true");
    const address = dialog.getByRole("textbox", { name: "OpenAI Responses" });
    await address.fill("mine.test");
    await dialog.getByRole("button", { name: "Add provider" }).click();
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription("An address begins with https:// or http://.");
    await address.fill("https://mine.test/v1");

    await page.route("**/api/settings", (route) => route.abort());
    allow(/net::ERR_|status of 409/);
    await addProvider(newpi, "mine");
    await dialog.getByRole("button", { name: "Add provider" }).click();
    const short = dialog.getByRole("textbox", { name: "Short name" });
    await expect(short).toHaveAccessibleDescription("Another provider has this short name.");
    await page.unroute("**/api/settings");
    await short.fill("mine-too");
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Add provider" }).click();
    await expect(page.getByText("Added: Mine")).toBeVisible();
  },

  async "only what was edited is sent, and the key stays"({ newpi, signIn }) {
    await addProvider(newpi, "mine");
    const page = await signIn({ path: "/settings/providers" });
    await providerRow(page, "mine").getByRole("button", { name: "Edit: mine" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit: mine" });
    await expect(dialog.getByLabel("API key")).toHaveCount(0);
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Ours");
    const [request] = await Promise.all([
      page.waitForRequest("**/api/providers/mine"),
      page.keyboard.press("Enter"),
    ]);
    expect(request.postDataJSON()).toEqual({ label: "Ours" });
    await expect(providerRow(page, "Ours").getByText("Key …7f3a")).toBeVisible();
    await expect(providerRow(page, "Ours").getByRole("button", { name: "Edit: Ours" })).toBeFocused();
  },

  async "a provider is deleted once nobody uses it"({ newpi, signIn }) {
    await addProvider(newpi, "mine");
    await newpi.call("PUT", "/api/settings/roles", {
      roles: { worker: { agent: "claude", provider: "mine" } },
    });
    const page = await signIn({ path: "/settings/providers" });
    await expect(providerRow(page, "mine").getByText("Used for: Does the work")).toBeVisible();
    async function ask() {
      await providerRow(page, "mine").getByRole("button", { name: "More actions: mine" }).click();
      await page.getByRole("menuitem", { name: "Delete…" }).click();
    }
    const dialog = page.getByRole("dialog", { name: "Delete mine?" });
    await ask();
    await expect(dialog.getByRole("alert")).toContainText("It is still used for: Does the work.");
    await expect(dialog.getByRole("button", { name: "Delete provider" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await dialog.getByRole("link", { name: "To the roles" }).click();
    await settingsCard(page, "Does the work").getByRole("combobox", { name: "Provider" }).selectOption("");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();

    await page.getByRole("link", { name: "Providers" }).click();
    await ask();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await dialog.getByRole("button", { name: "Delete provider" }).click();
    await expect(page.getByText("No providers yet")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add provider" })).toBeFocused();
    expect((await settingsOf(newpi)).providers).toEqual([]);
  },

  async "a provider that another tab gives to a role meanwhile stays, and it says why"(
    { newpi, signIn, allow },
  ) {
    await addProvider(newpi, "mine");
    const page = await signIn({ path: "/settings/providers" });
    await providerRow(page, "mine").getByRole("button", { name: "More actions: mine" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("This cannot be undone.")).toBeVisible();
    allow(REFUSED);
    await page.route("**/api/settings", (route) => route.abort(), { times: 1 });
    allow(/net::ERR_/);
    await newpi.call("PUT", "/api/settings/roles", {
      roles: { worker: { agent: "claude", provider: "mine" } },
    });
    await dialog.getByRole("button", { name: "Delete provider" }).click();
    await expect(dialog.getByRole("alert")).toContainText("It is still used for: Does the work.");
  },
}, { agent: "demo", clis: ["claude", "codex"] });
