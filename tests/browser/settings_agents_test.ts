import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { settingsCard, settingsOf } from "./support/settings_page.ts";

const REFUSED = /status of 4\d\d/;

browserTest("settings: agents", {
  async "agents say what they are, where they are, and how to get those that are not here"(
    { signIn, clis },
  ) {
    const page = await signIn({ path: "/settings/agents" });
    await expect(settingsCard(page, "Demo agent").getByText("Part of newpi")).toBeVisible();
    const claude = settingsCard(page, "Claude Code");
    await expect(claude.getByText("Version 2.1.332")).toBeVisible();
    await expect(claude.getByText("Found on PATH")).toBeVisible();
    const pi = settingsCard(page, "Pi");
    await expect(pi.getByText("Not found", { exact: true })).toBeVisible();
    await expect(pi.getByText(/^npm install -g /)).toBeVisible();
    await expect(pi.getByRole("link")).toHaveCount(0);
    const there = await signIn({ path: "/settings/agents" });
    const test = pi.getByRole("button", { name: "Test: Pi" });
    await expect(test).toHaveAccessibleDescription("Pi is not available on this computer.");
    await test.press("Enter");
    await expect(pi.getByRole("status")).toHaveText("");

    await pi.getByRole("button", { name: "Set path…: Pi" }).click();
    const dialog = page.getByRole("dialog", { name: "Where is Pi?" });
    await dialog.getByRole("textbox").fill(await clis.install("pi", "my-pi"));
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("Pi is now started from there.")).toBeVisible();
    await expect(pi.getByText("Version 1.6.0")).toBeVisible();
    await expect(pi.getByText(clis.path("pi").replace(/pi$/, "my-pi"))).toBeVisible();
    await expect(pi.getByRole("button", { name: "Change path…: Pi" })).toBeFocused();
    await expect(settingsCard(there, "Pi").getByText("Version 1.6.0")).toBeVisible();

    await pi.getByRole("button", { name: "Use PATH again: Pi" }).click();
    await expect(pi.getByText("Not on PATH", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(pi.getByText("Version 1.6.0")).toBeVisible();
  },

  async "a path that is no program is refused at its field"({ newpi, signIn, clis, allow }) {
    allow(REFUSED);
    const page = await signIn({ path: "/settings/agents" });
    await settingsCard(page, "Codex").getByRole("button", { name: "Set path…: Codex" }).click();
    const dialog = page.getByRole("dialog");
    const path = dialog.getByRole("textbox", { name: "Path of the program" });
    await expect(path).toBeFocused();
    const wrong: [typed: string, want: RegExp][] = [
      ["", /Type the path/],
      ["codex", /Give the whole path/],
      [`${clis.folder}/nothing`, /newpi cannot use the program at this path\..*is no program/],
      ["/bin/false", /newpi cannot use the program at this path\..*does not run/],
    ];
    for (const [typed, want] of wrong) {
      await path.fill(typed);
      await dialog.getByRole("button", { name: "Check and save" }).click();
      await expect(dialog.getByRole("alert")).toHaveText(want);
      await expect(path).toHaveAttribute("aria-invalid", "true");
    }
    await page.keyboard.press("Escape");
    await expect(settingsCard(page, "Codex").getByRole("button", { name: "Set path…: Codex" })).toBeFocused();
    expect((await settingsOf(newpi)).binaries.codex).toBe("");
  },

  async "a test runs, is answered or fails, and says so"({ signIn }) {
    const page = await signIn({ path: "/settings/agents" });
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    await page.route("**/api/agents/test", async (route) => {
      await letGo;
      await route.continue();
    });
    const demo = settingsCard(page, "Demo agent");
    await demo.getByRole("button", { name: "Test: Demo agent" }).click();
    await expect(demo.getByRole("status")).toContainText("Waiting for its answer…");
    await expect(demo.getByRole("button", { name: "Test: Demo agent" })).toHaveAttribute("aria-busy", "true");
    await expect(demo.getByRole("button", { name: "Test: Demo agent" })).toBeFocused();
    resolve();
    await expect(demo.getByRole("status")).toContainText(/Answered after [\d.]+s\./);
    const claude = settingsCard(page, "Claude Code");
    await claude.getByRole("button", { name: "Test: Claude Code" }).click();
    await expect(claude.getByRole("status")).toContainText("It did not answer.");
  },
}, { agent: "demo", clis: ["claude", "codex"] });
