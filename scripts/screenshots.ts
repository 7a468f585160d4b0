/**
 * Pictures of every page in every language, theme and size into `screenshots/`, from the compiled program in real
 * use with the demo agent. Fails on console errors, page errors, requests that leave the machine, axe's findings
 * and windows that scroll sideways; whether a picture is good is for people to say.
 *
 * Words after it choose: `settings dark zh` takes only pictures whose names hold all three.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { type Browser, type BrowserContext, chromium } from "playwright";
import { type Newpi, startNewpi } from "../tests/browser/support/newpi.ts";
import { standInClis } from "../tests/browser/support/stand_in_clis.ts";
import { watch } from "../tests/browser/support/watch.ts";
import { judge } from "./pictures/judge.ts";
import { EMPTY, FIRST_VISIT, type Scene, scenes, SETTINGS, SETTINGS_EMPTY } from "./pictures/scenes.ts";
import { choose, NOTHING_TOLD, STORIES, tell } from "./pictures/story.ts";

const FOLDER = fromFileUrl(new URL("../screenshots", import.meta.url));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
const LANGUAGES = [["en", "en-GB"], ["fr", "fr-FR"], ["zh", "zh-CN"]] as const;
const THEMES = ["light", "dark"] as const;
const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];
type Language = typeof LANGUAGES[number];

const isWanted = (name: string) => Deno.args.every((word) => name.includes(word));

interface Look {
  context: BrowserContext;
  /** Ends the name of each picture: `1440-light-en`. */
  name: string;
}

async function openLooks(browser: Browser, newpi: Newpi, [language, locale]: Language): Promise<Look[]> {
  const looks: Look[] = [];
  for (const colorScheme of THEMES) {
    for (const viewport of SIZES) {
      const context = await browser.newContext({
        baseURL: newpi.origin,
        locale,
        viewport,
        colorScheme,
        reducedMotion: "reduce",
        hasTouch: viewport.width < 720,
      });
      const page = await context.newPage();
      await page.goto(await newpi.signInUrl());
      await page.close();
      looks.push({ context, name: `${viewport.width}-${colorScheme}-${language}` });
    }
  }
  return looks;
}

/** @returns What is wrong with it. */
async function picture({ context, name }: Look, scene: Scene): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(scene.path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[aria-busy=true], .skeleton").first().waitFor({ state: "hidden" });
  await scene.act?.(page);
  await page.screenshot({ path: join(FOLDER, `${scene.name}-${name}.png`) });
  const faults = await judge(page);
  await page.close();
  return faults.map((fault) => `${scene.name}-${name}: ${fault}`);
}

async function pictureLanguage(browser: Browser, language: Language): Promise<string[]> {
  await using clis = await standInClis(["claude", "codex"]);
  await using newpi = await startNewpi({ PATH: `${clis.folder}:/usr/bin:/bin`, NEWPI_LOGIN_SHELL: "0" });
  const watcher = watch(({ origin }) => origin === newpi.origin);
  const looks = await openLooks(browser, newpi, language);
  const faults: string[] = [];
  const wantedLooks = (scene: Scene) => looks.filter(({ name }) => isWanted(`${scene.name}-${name}`));
  async function all(chosen: Scene[]) {
    for (const scene of chosen) {
      if (scene.fault !== undefined) watcher.allow(scene.fault);
      const found = await Promise.all(wantedLooks(scene).map((look) => picture(look, scene)));
      faults.push(...found.flat());
    }
  }
  for (const { context } of looks) await watcher.add(context);
  await all([FIRST_VISIT]);
  const demo = { agent: "demo" };
  await newpi.call("PUT", "/api/settings/roles", { roles: { primary: demo, manager: demo, worker: demo } });
  await all([...EMPTY, ...SETTINGS_EMPTY]);
  // The story is long: it is told only to who wants to see it.
  if (scenes(NOTHING_TOLD).some((scene) => wantedLooks(scene).length > 0)) {
    await all(scenes(await tell(newpi, STORIES[language[0]])));
  }
  await choose(newpi, STORIES[language[0]]);
  await all(SETTINGS);
  for (const { context } of looks) await context.close();
  return [...faults, ...watcher.faults().map((fault) => `${language[0]}: ${fault}`)];
}

await Deno.mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: Deno.env.get("NEWPI_CHROMIUM") ?? "/usr/bin/chromium",
  args: [...FLAGS, ...QUIET],
});
const faults: string[] = [];
const named = LANGUAGES.filter(([language]) => Deno.args.includes(language));
for (const language of named.length > 0 ? named : LANGUAGES) {
  faults.push(...await pictureLanguage(browser, language));
}
await browser.close();
for (const fault of faults) console.error(fault);
console.error(`${faults.length} faults; the pictures are in screenshots/`);
if (faults.length > 0) throw new Error("The pictures show faults");
