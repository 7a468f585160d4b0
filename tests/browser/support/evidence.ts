/** What a person needs to see why a browser test failed, in a folder that Git does not know. @module */
import { fromFileUrl, join } from "@std/path";
import type { BrowserContext } from "playwright";

const FOLDER = fromFileUrl(new URL("../../../screenshots/failures", import.meta.url));

/** A picture and the accessibility tree of every open page, and what was noticed besides. */
export async function keepEvidence(
  name: string,
  contexts: BrowserContext[],
  noticed: string[],
): Promise<void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const stem = join(FOLDER, name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 100));
  const notes = [noticed.join("\n")];
  for (const [index, page] of contexts.flatMap((context) => context.pages()).entries()) {
    notes.push(`page ${index + 1}: ${page.url()}`);
    try {
      await page.screenshot({ path: `${stem}-${index + 1}.png` });
      notes.push(await page.locator("body").ariaSnapshot());
    } catch (error) {
      notes.push(`could not be pictured: ${error}`); // the test's own failure says more
    }
  }
  await Deno.writeTextFile(`${stem}.txt`, notes.join("\n\n"));
}
