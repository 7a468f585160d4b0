import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { addProvider, settingsCard, settingsOf } from "./support/settings_page.ts";

browserTest("settings: roles", {
  async "a role is chosen, is shown as not saved, survives a reload, and is saved"({ newpi, signIn }) {
    const page = await signIn({ path: "/settings/roles" });
    const worker = settingsCard(page, "Does the work");
    await worker.getByRole("combobox", { name: "Agent" }).selectOption("codex");
    await expect(worker.getByText("As named by Codex.")).toBeVisible();
    await worker.getByRole("combobox", { name: "Model" }).click();
    await worker.getByRole("option", { name: "gpt-6.2-sol" }).click();
    await worker.getByRole("combobox", { name: "Effort" }).selectOption("high");
    await expect(worker.getByText("Not saved")).toBeVisible();
    expect((await settingsOf(newpi)).roles.worker).toEqual({ agent: "demo" });

    await page.reload();
    await expect(worker.getByRole("combobox", { name: "Model" })).toHaveValue("gpt-6.2-sol");
    await expect(page.getByText("Not saved: Does the work")).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
    const chosen = { agent: "codex", model: "gpt-6.2-sol", effort: "high" };
    expect((await settingsOf(newpi)).roles.worker).toEqual(chosen);

    await worker.getByRole("button", { name: "Reset" }).click();
    await expect(worker.getByRole("combobox", { name: "Model" })).toHaveValue("");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(worker.getByRole("combobox", { name: "Model" })).toHaveValue("gpt-6.2-sol");
  },

  async "a model is typed, filtered and chosen by keyboard alone"({ signIn }) {
    const page = await signIn({ path: "/settings/roles" });
    const lead = settingsCard(page, "Leads a task");
    await lead.getByRole("combobox", { name: "Agent" }).selectOption("codex");
    const model = lead.getByRole("combobox", { name: "Model" });
    await expect(lead.getByText("As named by Codex.")).toBeVisible();
    await model.focus();
    await page.keyboard.press("ArrowDown");
    const offered = lead.getByRole("listbox", { name: "Model" }).getByRole("option");
    await expect(offered).toHaveText(["gpt-6.2-sol", "gpt-6-luna"]);
    await page.keyboard.type("luna");
    await expect(offered).toHaveText(["gpt-6-luna"]);
    await page.keyboard.press("ArrowDown");
    await expect(offered).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(model).toHaveValue("gpt-6-luna");
    await expect(lead.getByRole("combobox", { name: "Effort" }).getByRole("option")).toHaveText([
      "Its own choice",
      "low",
      "high",
    ]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect(offered).toHaveCount(0);
    await expect(model).toBeFocused();
    await model.fill("my own model");
    await expect(lead.getByText("A model’s name has no spaces")).toBeVisible();
    const save = page.getByRole("button", { name: "Save changes" });
    await expect(save).toHaveAccessibleDescription("Correct what is marked first.");
    await save.press("Enter");
    await expect(save).toBeDisabled();
    await model.fill("my-own-model");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  },

  async "a provider that does not fit cannot be chosen, and pi asks for a model"({ newpi, clis, signIn }) {
    await clis.install("pi");
    await addProvider(newpi, "deep", { piProvider: "deep", models: ["deep-1"] });
    const page = await signIn({ path: "/settings/roles" });
    const worker = settingsCard(page, "Does the work");
    await worker.getByRole("combobox", { name: "Agent" }).selectOption("codex");
    await expect(worker.getByRole("option", { name: "deep (does not fit)" })).toBeDisabled();
    await worker.getByRole("combobox", { name: "Agent" }).selectOption("pi");
    await worker.getByRole("combobox", { name: "Provider" }).selectOption("deep");
    await expect(worker.getByRole("alert")).toHaveText("Pi needs a model when it uses a provider.");
    await worker.getByRole("combobox", { name: "Model" }).click();
    await worker.getByRole("option", { name: "deep-1" }).click();
    await expect(worker.getByRole("alert")).toHaveCount(0);
    await expect(worker.getByText("Your list for deep.")).toBeVisible();
  },

  async "two tabs: what is saved in one is seen in the other and not overwritten unseen"({ newpi, signIn }) {
    const here = await signIn({ path: "/settings/roles" });
    const there = await signIn({ path: "/settings/roles" });
    await settingsCard(here, "Talks to you").getByRole("combobox", { name: "Agent" }).selectOption("claude");
    await settingsCard(there, "Talks to you").getByRole("combobox", { name: "Agent" }).selectOption("codex");
    await there.getByRole("button", { name: "Save changes" }).click();
    await expect(there.getByText("Saved", { exact: true })).toBeVisible();
    await expect(settingsCard(here, "Talks to you").getByRole("alert")).toContainText(
      "was changed elsewhere",
    );
    await settingsCard(here, "Talks to you").getByRole("button", { name: "Take the other choice" }).click();
    await expect(settingsCard(here, "Talks to you").getByRole("combobox", { name: "Agent" })).toHaveValue(
      "codex",
    );
    await settingsCard(there, "Leads a task").getByRole("combobox", { name: "Agent" }).selectOption("claude");
    await there.getByRole("button", { name: "Save changes" }).click();
    await expect(settingsCard(here, "Leads a task").getByRole("combobox", { name: "Agent" })).toHaveValue(
      "claude",
    );
    const { roles } = await settingsOf(newpi);
    expect([roles.primary?.agent, roles.manager?.agent]).toEqual(["codex", "claude"]);
  },

  async "without newpi a choice is kept and saved when it is back"({ newpi, signIn, allow }) {
    allow(/net::ERR_/);
    const page = await signIn({ path: "/settings/roles" });
    await settingsCard(page, "Talks to you").getByRole("combobox", { name: "Agent" }).selectOption("claude");
    await newpi.stop("SIGTERM");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(settingsCard(page, "Talks to you").getByRole("alert")).toContainText(
      "newpi does not answer",
    );
    await newpi.start();
    await expect(page.getByText("Connection lost")).toHaveCount(0);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    expect((await settingsOf(newpi)).roles.primary).toEqual({ agent: "claude" });
  },
}, { agent: "demo", clis: ["claude", "codex"] });
