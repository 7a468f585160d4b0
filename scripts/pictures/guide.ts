/** The pictures of `docs/using.md` and the README: few, light, small enough for a repository. @module */
import { fromFileUrl, join } from "@std/path";
import type { Browser, BrowserContext, Page, Route } from "playwright";
import { type Newpi, startNewpi } from "../../tests/browser/support/newpi.ts";
import { standInClis } from "../../tests/browser/support/stand_in_clis.ts";
import { drawChart } from "./chart.ts";
import { clear, stage } from "./looks.ts";
import { press, type Scene, scrollTo } from "./scene.ts";
import { choose, STORIES, tellGuide, type Told } from "./story.ts";

const FOLDER = fromFileUrl(new URL("../../docs/images", import.meta.url));
const MAX_BYTES = 150_000;
/** 1440 px wide, with letters that can still be read where a page shows it at half of that. */
const LOOK = {
  viewport: { width: 1152, height: 800 },
  deviceScaleFactor: 1.25,
  colorScheme: "light",
  reducedMotion: "reduce",
  locale: "en-GB",
} as const;

const FIRST: Scene = { name: "first-visit", path: "/" };
const openOutput = (page: Page) => page.locator("summary").first().click();
async function searchPalette(page: Page) {
  await press("Control+k")(page);
  await page.keyboard.type("write");
}
const afterwards = ({ steps }: Told): Scene[] => [
  { name: "conversation", path: "/" },
  { name: "images", path: "/", act: scrollTo(".group .pictures") },
  { name: "tasks", path: "/tasks" },
  { name: "task", path: `/tasks/${steps}`, act: openOutput },
  { name: "palette", path: "/", act: searchPalette },
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
  await context.route(/\/api\/(work-items|events\?)/, (route) => showHome(newpi, route));
  const page = await context.newPage();
  await page.goto(await newpi.signInUrl());
  await page.close();
  await Deno.mkdir(FOLDER, { recursive: true });
  const faults = [await take(context, FIRST)];
  const told = await tellGuide(newpi, await drawChart(browser));
  for (const scene of afterwards(told)) faults.push(await take(context, scene));
  await choose(newpi, STORIES.en);
  for (const scene of SETTINGS) faults.push(await take(context, scene));
  await context.close();
  return faults.flat();
}

/** Where a person's files lie, instead of the folder that goes with the picture's home. */
async function showHome(newpi: Newpi, route: Route): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  const answer = await newpi.call("GET", pathname + search);
  const body = JSON.stringify(answer).replaceAll(newpi.home.root, "/home/you/.newpi");
  await route.fulfill({ contentType: "application/json", body });
}

async function take(context: BrowserContext, scene: Scene): Promise<string[]> {
  const page = await stage({ context, stranger: context }, scene);
  const { length } = await page.screenshot({ path: join(FOLDER, `${scene.name}.png`) });
  await clear(page);
  return length > MAX_BYTES ? [`${scene.name}.png has ${length} bytes, more than ${MAX_BYTES}`] : [];
}
