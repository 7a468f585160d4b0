/** The pictures of `docs/using.md` and the README: few, light, small enough for a repository. @module */
import { fromFileUrl, join } from "@std/path";
import type { Browser, BrowserContext, Page } from "playwright";
import { startNewpi } from "../../tests/browser/support/newpi.ts";
import { standInClis } from "../../tests/browser/support/stand_in_clis.ts";
import { drawChart } from "./chart.ts";
import { clear, stage } from "./looks.ts";
import { press, type Scene, scrollTo } from "./scene.ts";
import { choose, STORIES, tell, type Told } from "./story.ts";

const FOLDER = fromFileUrl(new URL("../../docs/images", import.meta.url));
const MAX_BYTES = 150_000;
/** 1440 px wide, with letters that can still be read where a page shows it at half of that. */
const LOOK = {
  viewport: { width: 1152, height: 720 },
  deviceScaleFactor: 1.25,
  colorScheme: "light",
  reducedMotion: "reduce",
  locale: "en-GB",
} as const;

const FIRST: Scene = { name: "first-visit", path: "/" };
const openOutput = (page: Page) => page.locator("summary").first().click();
const afterwards = ({ steps }: Told): Scene[] => [
  { name: "conversation", path: "/" },
  { name: "images", path: "/", act: scrollTo(".group .pictures") },
  { name: "panel", path: `/?task=${steps}` },
  { name: "tasks", path: "/tasks" },
  { name: "task", path: `/tasks/${steps}`, act: openOutput },
  { name: "palette", path: "/", act: press("Control+k") },
];
const SETTINGS: Scene[] = [
  { name: "roles", path: "/settings/roles" },
  { name: "providers", path: "/settings/providers" },
];

/** @returns A sentence for each picture that is too large. */
export async function pictureGuide(browser: Browser): Promise<string[]> {
  await using clis = await standInClis(["claude", "codex"]);
  await using newpi = await startNewpi({ PATH: `${clis.folder}:/usr/bin:/bin`, NEWPI_LOGIN_SHELL: "0" });
  const context = await browser.newContext({ ...LOOK, baseURL: newpi.origin });
  const page = await context.newPage();
  await page.goto(await newpi.signInUrl());
  await page.close();
  await Deno.mkdir(FOLDER, { recursive: true });
  const faults = [await take(context, FIRST)];
  const told = await tell(newpi, STORIES.en, await drawChart(browser));
  for (const scene of afterwards(told)) faults.push(await take(context, scene));
  await choose(newpi, STORIES.en);
  for (const scene of SETTINGS) faults.push(await take(context, scene));
  await context.close();
  return faults.flat();
}

async function take(context: BrowserContext, scene: Scene): Promise<string[]> {
  const page = await stage({ context, stranger: context }, scene);
  const { length } = await page.screenshot({ path: join(FOLDER, `${scene.name}.png`) });
  await clear(page);
  return length > MAX_BYTES ? [`${scene.name}.png has ${length} bytes, more than ${MAX_BYTES}`] : [];
}
