/** How the page is looked at: languages, lights, sizes, and what a person's system may ask for. @module */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import type { Newpi } from "../../tests/browser/support/newpi.ts";
import type { Scene } from "./scene.ts";

export const LANGUAGES = [["en", "en-GB"], ["fr", "fr-FR"], ["zh", "zh-CN"]] as const;
export type Language = typeof LANGUAGES[number];

const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];
/** What a window of 1440 px has left for a page at 200 % zoom. */
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };

export interface Look {
  context: BrowserContext;
  /** The same browser before it was signed in. */
  stranger: BrowserContext;
  /** Ends the name of each picture: `1440-light-en`. */
  name: string;
  /** Only the main pages are looked at like this. */
  isSpecial: boolean;
}

type Way = Pick<Look, "name" | "isSpecial"> & { options: BrowserContextOptions };

function waysOf(language: Language[0]): Way[] {
  const plain = (["light", "dark"] as const).flatMap((colorScheme) =>
    SIZES.map((viewport): Way => ({
      name: `${viewport.width}-${colorScheme}-${language}`,
      isSpecial: false,
      options: { colorScheme, viewport, hasTouch: viewport.width < 720 },
    }))
  );
  if (language !== "en") return plain;
  const special: Record<string, BrowserContextOptions> = {
    "zoom-light": { colorScheme: "light", ...ZOOMED },
    "zoom-dark": { colorScheme: "dark", ...ZOOMED },
    "forced-light": { colorScheme: "light", forcedColors: "active" },
    "forced-dark": { colorScheme: "dark", forcedColors: "active" },
    "contrast-light": { colorScheme: "light", contrast: "more" },
    "contrast-dark": { colorScheme: "dark", contrast: "more" },
    "motion-light": { colorScheme: "light", reducedMotion: "no-preference" },
  };
  const ways = Object.entries(special).map(([name, options]): Way => ({
    name: `${name}-${language}`,
    isSpecial: true,
    options: { viewport: SIZES[0], ...options },
  }));
  return [...plain, ...ways];
}

/** Without motion, unless that is what is looked at: a picture of something on its way shows no state. */
export async function openLooks(
  browser: Browser,
  newpi: Newpi,
  [language, locale]: Language,
): Promise<Look[]> {
  const looks: Look[] = [];
  for (const { name, isSpecial, options } of waysOf(language)) {
    const open = () =>
      browser.newContext({ baseURL: newpi.origin, locale, reducedMotion: "reduce", ...options });
    const context = await open();
    const page = await context.newPage();
    await page.goto(await newpi.signInUrl());
    await page.close();
    looks.push({ context, stranger: await open(), name, isSpecial });
  }
  return looks;
}

/** Opens a page in the state that is pictured. */
export async function stage(
  { context, stranger }: Pick<Look, "context" | "stranger">,
  scene: Scene,
): Promise<Page> {
  const page = await (scene.isStranger ? stranger : context).newPage();
  await scene.prepare?.(page);
  await page.goto(scene.path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (scene.isWaiting) await page.locator(".skeleton").first().waitFor();
  else await page.locator("[aria-busy=true], .skeleton").first().waitFor({ state: "hidden" });
  await scene.act?.(page);
  return page;
}

/** What one scene left in the browser is not part of the next. */
export async function clear(page: Page): Promise<void> {
  await page.evaluate("localStorage.clear()");
  await page.goto("about:blank"); // gives up what hangs, which closing would let go on its way
  await page.close();
}
