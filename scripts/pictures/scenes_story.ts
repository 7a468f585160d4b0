/** Pages and dialogs with the story told. @module */
import { clickNth, openMenuOf, press, type Scene, scrollTo } from "./scene.ts";
import type { Told } from "./story.ts";

export function storyScenes(told: Told): Scene[] {
  return [...conversation(told), ...tasks(told), ...dialogs(told)];
}

function conversation({ steps }: Told): Scene[] {
  return [
    { name: "conversation", path: "/", isMain: true },
    { name: "conversation-answer", path: "/", act: scrollTo(".prose table") },
    { name: "conversation-image", path: "/", act: scrollTo(".group .pictures") },
    { name: "conversation-image-large", path: "/", act: clickNth("button.picture", 0) },
    { name: "conversation-long", path: "/", act: scrollTo(".clip.fades") },
    { name: "conversation-failed", path: "/", act: scrollTo(".note.bad") },
    { name: "conversation-hidden", path: "/", act: scrollTo(".bubble.hidden") },
    { name: "conversation-panel", path: `/?task=${steps}`, isMain: true },
    { name: "conversation-menu", path: "/", act: (page) => openMenuOf(page, ".question") },
    {
      name: "conversation-hide",
      path: "/",
      async act(page) {
        await openMenuOf(page, ".question");
        await page.getByRole("menuitem").last().click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "conversation-answering",
      path: "/",
      async act(page) {
        await page.locator(".note.wait .button.quiet").last().click();
        await page.locator(".answering").waitFor();
      },
    },
    {
      name: "conversation-linked",
      path: "/",
      async act(page) {
        const anchor = await page.locator("[data-anchor^=ev_]").nth(2).getAttribute("data-anchor");
        await page.goto(`/?at=${anchor}`);
        await page.locator(".group.linked").waitFor();
      },
    },
  ];
}

function tasks({ steps, failed, waiting, running, noted, long }: Told): Scene[] {
  return [
    { name: "tasks", path: "/tasks", isMain: true },
    { name: "task-runs", path: `/tasks/${steps}`, isMain: true },
    { name: "task-output", path: `/tasks/${steps}`, act: (page) => page.locator("summary").first().click() },
    { name: "task-running", path: `/tasks/${running}` },
    { name: "task-failed", path: `/tasks/${failed}` },
    { name: "task-waiting", path: `/tasks/${waiting}`, isMain: true },
    { name: "task-noted", path: `/tasks/${noted}` },
    { name: "task-noted-files", path: `/tasks/${noted}?tab=files` },
    { name: "task-long", path: `/tasks/${long}` },
    { name: "task-long-files", path: `/tasks/${long}?tab=files` },
    { name: "task-files", path: `/tasks/${steps}?tab=files` },
    { name: "task-file", path: `/tasks/${steps}?tab=files&file=notes%2Fplan.md` },
    {
      name: "task-log",
      path: `/tasks/${steps}?tab=log`,
      act: (page) => page.locator(".log-row").nth(3).click(),
    },
    { name: "task-missing", path: "/tasks/wi_000000000000", fault: /status of 404/ },
    { name: "missing", path: "/nowhere" },
  ];
}

function dialogs({ noted }: Told): Scene[] {
  return [
    { name: "new-task", path: "/tasks", act: press("c"), isMain: true },
    {
      name: "new-task-wrong",
      path: "/tasks",
      async act(page) {
        await press("c")(page);
        await page.getByRole("dialog").locator("button[type=submit]").click();
        await page.locator("[aria-invalid=true]").waitFor();
      },
    },
    { name: "palette", path: "/", act: press("Control+k"), isMain: true },
    {
      name: "palette-found",
      path: "/",
      async act(page) {
        await press("Control+k")(page);
        await page.keyboard.type("md");
      },
    },
    {
      name: "palette-none",
      path: "/",
      async act(page) {
        await press("Control+k")(page);
        await page.keyboard.type("unfindable ".repeat(12));
        await page.locator(".palette-none").waitFor();
      },
    },
    { name: "keys", path: "/", act: press("?"), isMain: true },
    {
      name: "toast",
      path: `/tasks/${noted}`,
      // Answered here, so that the task stays as it is for the other pictures.
      prepare: (page) =>
        page.route(`**/api/work-items/${noted}`, async (route) => {
          if (route.request().method() !== "PATCH") return route.fallback();
          await route.fulfill({ json: { ok: true } });
        }),
      async act(page) {
        await page.locator(".bar > .button").last().click();
        await page.locator(".toast").waitFor();
      },
    },
  ];
}
