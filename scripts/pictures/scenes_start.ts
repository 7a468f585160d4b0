/** Before there is anything: a stranger's browser, the first visit, nothing said yet. @module */
import type { Scene } from "./scene.ts";

export const GATE: Scene = {
  name: "gate",
  path: "/",
  isStranger: true,
  fault: /status of 401/,
  isMain: true,
};
export const FIRST_VISIT: Scene = { name: "first-visit", path: "/", isMain: true };
/** Where no coding CLI is installed. */
export const FIRST_VISIT_ALONE: Scene = { name: "first-visit-alone", path: "/" };
export const EMPTY: Scene[] = [
  { name: "conversation-empty", path: "/", isMain: true },
  { name: "tasks-empty", path: "/tasks" },
  {
    name: "images-chosen",
    path: "/",
    async act(page) {
      const bytes = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } });
      const image = (name: string) => ({ name, mimeType: "image/png", buffer: bytes });
      const file = page.locator("main input[type=file]");
      await file.setInputFiles(["one.png", "two.png", "three.png", "four.png", "five.png"].map(image));
      await page.locator("main textarea").fill("?");
      await page.locator(".refused").waitFor();
    },
  },
];
