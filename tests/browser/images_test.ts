import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright";
import type { EventPage } from "../../internal/contract/log.ts";
import { PIXEL } from "../support/images.ts";
import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { composer, groups } from "./support/talk.ts";

const png = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") });
const chooser = (page: Page) => page.getByRole("main").locator("input[type=file]");
const box = (page: Page) => page.getByRole("main").locator("form.box");
const attached = (page: Page) => box(page).getByRole("list", { name: "Images" }).getByRole("listitem");
const shown = (page: Page) => groups(page).getByRole("list", { name: "Images" }).getByRole("img");

/** Whether the browser could draw it. */
const isDrawn = (image: Locator) =>
  image.evaluate((element) => "naturalWidth" in element && Number(element.naturalWidth) > 0);

/** As a person brings a picture from somewhere else: the browser lets no test hold the real clipboard. */
function bring(page: Page, how: "paste" | "drop", name: string) {
  const [target, event, data] = how === "paste"
    ? ["textarea[data-composer]", "ClipboardEvent", "clipboardData"]
    : ["form.box", "DragEvent", "dataTransfer"];
  return page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${PIXEL}"), (letter) => letter.charCodeAt(0));
    const ${data} = new DataTransfer();
    ${data}.items.add(new File([bytes], "${name}", { type: "image/png" }));
    const event = new ${event}("${how}", { bubbles: true, cancelable: true, ${data} });
    document.querySelector("main ${target}").dispatchEvent(event);
  })()`);
}

browserTest("images", {
  async "pictures that are chosen, pasted and dropped go out with the message, and are there after a reload"(
    { signIn },
  ) {
    const page = await signIn();
    await chooser(page).setInputFiles([png("chosen.png"), png("unwanted.png")]);
    await bring(page, "paste", "pasted.png");
    await bring(page, "drop", "dropped.png");
    await expect(attached(page)).toHaveCount(4);
    await page.getByRole("button", { name: "Remove unwanted.png" }).press("Enter");
    await expect(attached(page).getByRole("img")).toHaveCount(3);
    await composer(page).fill("Look at these");
    await composer(page).press("Enter");
    await expect(attached(page)).toHaveCount(0);
    await expect(groups(page).locator(".answer")).toContainText("I was given 3 images");
    await expect(shown(page)).toHaveCount(3);
    await page.reload();
    await expect(shown(page)).toHaveCount(3);
    for (const image of await shown(page).all()) await expect.poll(() => isDrawn(image)).toBe(true);
  },

  async "a picture alone is a message, opens large by keyboard, and goes with Escape"({ signIn }) {
    const page = await signIn();
    const send = page.getByRole("button", { name: "Send" });
    await expect(send).toBeDisabled();
    await chooser(page).setInputFiles(png("alone.png"));
    await send.click();
    await expect(groups(page).locator(".answer")).toContainText("I was given 1 image");
    await expect(groups(page).locator(".bubble")).toHaveCount(0);
    const small = groups(page).getByRole("button", { name: "Image 1 of 1" });
    await small.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Image 1 of 1" });
    await expect(dialog.getByRole("img", { name: "Image 1 of 1" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(small).toBeFocused();
  },

  async "a picture is hidden with its message"({ newpi, signIn }) {
    const page = await signIn();
    await chooser(page).setInputFiles(png("secret.png"));
    await composer(page).fill("my secret");
    await composer(page).press("Enter");
    await expect(groups(page).locator(".answer")).toHaveCount(1);
    await expect(shown(page)).toHaveCount(1);
    const { events } = await newpi.call<EventPage>("GET", "/api/events?kind=user.message");
    await newpi.call("POST", `/api/messages/${events[0]?.id}/redact`, {});
    await expect(groups(page).getByText("You hid this message.")).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
    await page.reload();
    await expect(groups(page).getByText("You hid this message.")).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
  },

  async "what cannot go along is named at once"({ signIn }) {
    const page = await signIn();
    const alert = box(page).getByRole("alert");
    await chooser(page).setInputFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("hi"),
    });
    await expect(alert).toHaveText("notes.txt is not a PNG, JPEG, GIF or WebP image.");
    const large = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(6 * 1024 * 1024 + 1) };
    await chooser(page).setInputFiles(large);
    await expect(alert).toHaveText("large.png is larger than 6 MB.");
    await chooser(page).setInputFiles(["1", "2", "3", "4", "5"].map((name) => png(`${name}.png`)));
    await expect(attached(page)).toHaveCount(4);
    await expect(alert).toHaveText("A message takes four images: 5.png is one too many.");
  },

  async "a picture whose content is not what it says is left out, and the page says so"({ signIn }) {
    const page = await signIn();
    const broken = { name: "false.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
    await chooser(page).setInputFiles([png("true.png"), broken]);
    await composer(page).fill("two");
    await composer(page).press("Enter");
    await expect(page.getByRole("status").getByText("newpi did not take 1 image.")).toBeVisible();
    await expect(groups(page).locator(".answer")).toContainText("I was given 1 image");
    await expect(shown(page)).toHaveCount(1);
  },
});
