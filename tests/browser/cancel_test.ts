import { expect } from "./support/expect.ts";
import { runProcesses } from "./support/processes.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, say } from "./support/talk.ts";

const LONG = "WAIT: 60";

browserTest("stopping", {
  async "a run that is stopped in its card ends with all its processes and says so"({ newpi, signIn }) {
    const page = await signIn();
    await say(page, LONG);
    await expect(card(page, LONG).getByText("Running")).toBeVisible();
    await expect(card(page, LONG).locator(".step-line")).toHaveText("Wait 60 s");
    await expect.poll(() => runProcesses(newpi)).not.toEqual([]);
    await card(page, LONG).getByRole("button", { name: "Stop: Wait 60 s" }).click();
    await expect(answers(page, LONG)).toContainText("The run was stopped.");
    await expect(card(page, LONG).getByRole("button")).toHaveCount(0);
    await expect.poll(() => runProcesses(newpi)).toEqual([]);

    await card(page, LONG).getByRole("link", { name: "Wait 60 s" }).click();
    const run = page.getByRole("tabpanel", { name: "Runs" }).getByRole("button", { expanded: true });
    await expect(run).toContainText("Stopped");
    await expect(page.getByText("You stopped it. What it had written stays in the folder.")).toBeVisible();
  },

  async "words stop it too, and what newpi itself says is in the page's language"({ newpi, signIn }) {
    const page = await signIn({ browser: { locale: "fr-FR" } });
    await say(page, LONG);
    await expect(card(page, LONG).getByText("En cours")).toBeVisible();
    await say(page, "stop");
    await expect(answers(page, "stop")).toContainText("1 exécution arrêtée.");
    await expect(answers(page, LONG)).toContainText("L’exécution a été arrêtée.");
    await expect.poll(() => runProcesses(newpi)).toEqual([]);
    await say(page, "cancel");
    await expect(answers(page, "cancel")).toContainText("Rien ne tourne qui puisse être arrêté.");
  },
});
