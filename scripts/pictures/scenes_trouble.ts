/** What a person sees while it is slow, while it is being written, and when the line is cut. @module */
import { fail, hang, type Scene } from "./scene.ts";
import { holdStream } from "./stream.ts";
import type { Story, Told } from "./story.ts";

const LOST = /net::ERR_|status of 500/;

export function troubleScenes({ steps }: Told, { ask, report }: Story): Scene[] {
  const events = "**/api/events?*";
  const items = "**/api/work-items?*";
  const item = `**/api/work-items/${steps}`;
  return [
    {
      name: "conversation-written",
      path: "/",
      isMain: true,
      prepare: (page) => holdStream(page),
      act: (page) =>
        page.evaluate(`heldStream.write(${JSON.stringify({ ask, words: report.slice(5, 300) })})`),
    },
    {
      name: "conversation-sending",
      path: "/",
      prepare: hang("**/api/chat"),
      async act(page) {
        await page.locator("main textarea").fill(ask);
        await page.keyboard.press("Enter");
        await page.locator(".bubble.sending").waitFor();
      },
    },
    { name: "conversation-loading", path: "/", isWaiting: true, prepare: hang(events) },
    { name: "tasks-loading", path: "/tasks", isWaiting: true, prepare: hang(items) },
    { name: "task-loading", path: `/tasks/${steps}`, isWaiting: true, prepare: hang(item) },
    { name: "conversation-unread", path: "/", fault: LOST, prepare: fail(events) },
    { name: "tasks-unread", path: "/tasks", fault: LOST, prepare: fail(items) },
    { name: "task-unread", path: `/tasks/${steps}`, fault: LOST, prepare: fail(item) },
    {
      name: "toast-failed",
      path: `/tasks/${steps}`,
      fault: LOST,
      async act(page) {
        await fail(item)(page);
        await page.locator(".bar > .button").last().click();
        await page.locator(".toast.bad").waitFor();
      },
    },
    {
      name: "connection-lost",
      path: "/",
      isMain: true,
      fault: LOST,
      prepare: (page) => holdStream(page),
      async act(page) {
        for (const path of ["**/api/chat", "**/api/events/stream*"]) {
          await page.route(path, (route) => route.abort());
        }
        await page.evaluate("heldStream.lose()");
        await page.locator("main textarea").fill(ask);
        await page.keyboard.press("Enter");
        await page.locator(".bubble.failed").waitFor();
        await page.locator(".connection-bar").waitFor();
      },
    },
    {
      name: "newpi-updated",
      path: "/",
      prepare: (page) => holdStream(page),
      async act(page) {
        await page.evaluate("heldStream.update()");
        await page.locator(".connection-bar.calm").waitFor();
      },
    },
    { name: "unreachable", path: "/", fault: LOST, prepare: fail("**/api/status") },
  ];
}
