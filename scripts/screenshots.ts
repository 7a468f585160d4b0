/**
 * Pictures of every page in every language, theme and size into `screenshots/`, from the compiled program in real
 * use with the demo agent. Fails on console errors, page errors, requests that leave the machine and what
 * `pictures/judge.ts` finds; whether a picture is good is for people to say.
 *
 * Words after it choose: `settings dark zh` takes only pictures whose names hold all three. `guide` makes those of
 * `docs/` instead.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { type Browser, chromium } from "playwright";
import { type Newpi, startNewpi } from "../tests/browser/support/newpi.ts";
import { type Cli, standInClis } from "../tests/browser/support/stand_in_clis.ts";
import { watch } from "../tests/browser/support/watch.ts";
import { drawChart } from "./pictures/chart.ts";
import { pictureGuide } from "./pictures/guide.ts";
import { judge } from "./pictures/judge.ts";
import { clear, type Language, LANGUAGES, type Look, openLooks, stage } from "./pictures/looks.ts";
import type { Scene } from "./pictures/scene.ts";
import { SETTINGS, SETTINGS_EMPTY } from "./pictures/scenes_settings.ts";
import { EMPTY, FIRST_VISIT, FIRST_VISIT_ALONE, GATE } from "./pictures/scenes_start.ts";
import { storyScenes } from "./pictures/scenes_story.ts";
import { troubleScenes } from "./pictures/scenes_trouble.ts";
import { choose, DEMO_ROLES, STORIES, tell, type Told } from "./pictures/story.ts";

const FOLDER = fromFileUrl(new URL("../screenshots", import.meta.url));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** More than that only wait for each other. */
const AT_ONCE = 4;

const isWanted = (name: string) => Deno.args.every((word) => name.includes(word));

function isSeen({ name, isMain }: Scene, look: Look): boolean {
  return isWanted(`${name}-${look.name}`) && (isMain === true || !look.isSpecial);
}

/** @returns What is wrong with it. */
async function picture(look: Look, scene: Scene): Promise<string[]> {
  const name = `${scene.name}-${look.name}`;
  try {
    const page = await stage(look, scene);
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    const faults = await judge(page);
    await clear(page);
    return faults.map((fault) => `${name}: ${fault}`);
  } catch (error) {
    return [`${name}: cannot be pictured: ${error}`];
  }
}

interface Home {
  newpi: Newpi;
  /** Whether any of them is asked for; what leads to them may take long. */
  wants(scenes: Scene[]): boolean;
  all(scenes: Scene[]): Promise<void>;
}

/** @returns What is wrong with all that was pictured in this home. */
async function inHome(
  browser: Browser,
  language: Language,
  clis: Cli[],
  use: (home: Home) => Promise<void>,
): Promise<string[]> {
  await using standIns = await standInClis(clis);
  await using newpi = await startNewpi({ PATH: `${standIns.folder}:/usr/bin:/bin`, NEWPI_LOGIN_SHELL: "0" });
  const watcher = watch(({ origin }) => origin === newpi.origin);
  const looks = await openLooks(browser, newpi, language);
  const faults: string[] = [];
  const looksAt = (scene: Scene) => looks.filter((look) => isSeen(scene, look));
  for (const { context, stranger } of looks) {
    for (const each of [context, stranger]) await watcher.add(each);
  }
  await use({
    newpi,
    wants: (scenes) => scenes.some((scene) => looksAt(scene).length > 0),
    async all(scenes) {
      for (const scene of scenes) {
        if (scene.fault !== undefined) watcher.allow(scene.fault);
        for (const some of chunks(looksAt(scene), AT_ONCE)) {
          faults.push(...(await Promise.all(some.map((look) => picture(look, scene)))).flat());
        }
      }
    },
  });
  for (const { context, stranger } of looks) {
    for (const each of [context, stranger]) await each.close();
  }
  return [...faults, ...watcher.faults().map((fault) => `${language[0]}: ${fault}`)];
}

function chunks<Item>(items: Item[], size: number): Item[][] {
  return items.length === 0 ? [] : [items.slice(0, size), ...chunks(items.slice(size), size)];
}

async function pictureLanguage(browser: Browser, language: Language, chart: string): Promise<string[]> {
  const story = STORIES[language[0]];
  const alone = await inHome(browser, language, [], ({ all }) => all([FIRST_VISIT_ALONE]));
  const rest = await inHome(browser, language, ["claude", "codex"], async ({ newpi, wants, all }) => {
    await all([GATE, FIRST_VISIT]);
    await newpi.call("PUT", "/api/settings/roles", { roles: DEMO_ROLES });
    await all([...EMPTY, ...SETTINGS_EMPTY]);
    const told = (seen: Told) => [...storyScenes(seen), ...troubleScenes(seen, story)];
    if (wants(told({}))) await all(told(await tell(newpi, story, chart)));
    await choose(newpi, story);
    await all(SETTINGS);
  });
  return [...alone, ...rest];
}

async function pictureAll(browser: Browser): Promise<string[]> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const chart = await drawChart(browser);
  const named = LANGUAGES.filter(([language]) => Deno.args.includes(language));
  const faults: string[] = [];
  for (const language of named.length > 0 ? named : LANGUAGES) {
    faults.push(...await pictureLanguage(browser, language, chart));
  }
  return faults;
}

const browser = await chromium.launch({
  executablePath: Deno.env.get("NEWPI_CHROMIUM") ?? "/usr/bin/chromium",
  args: [...FLAGS, ...QUIET],
});
const isGuide = Deno.args[0] === "guide";
const faults = isGuide ? await pictureGuide(browser) : await pictureAll(browser);
await browser.close();
for (const fault of faults) console.error(fault);
console.error(`${faults.length} faults; the pictures are in ${isGuide ? "docs/images" : "screenshots"}/`);
if (faults.length > 0) throw new Error("The pictures show faults");
