/**
 * A file's tests share one browser; each has its own home with its own runtime, and as many visitors as it needs.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright";
import { keepEvidence } from "./evidence.ts";
import { PATIENCE_MS } from "./expect.ts";
import { type Cli, standInClis, type StandIns } from "./stand_in_clis.ts";
import { SYSTEM_PATH } from "../../support/binary.ts";
import { type Newpi, startNewpi } from "./newpi.ts";
import { type Watch, watch } from "./watch.ts";

export interface Visitor {
  /** Address to open after signing in. */
  path?: string;
  browser?: BrowserContextOptions;
}

export interface Scene extends Pick<Watch, "allow"> {
  readonly newpi: Newpi;
  /** Coding CLIs that newpi finds, if the test asked for them. */
  readonly clis: StandIns;
  /** Another browser: own cookies, own storage, signed in nowhere. Its `baseURL` may be another way to newpi. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Another browser with a signed-in page. */
  signIn(options?: Visitor): Promise<Page>;
}

interface BrowserTestOptions {
  agent: "demo" | null;
  clis?: readonly Cli[];
}

export type Steps = Record<string, (scene: Scene) => Promise<void>>;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** A step that runs beside another cannot tell whose are the resources that it finds. */
const TOGETHER = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
const STEP_MS = 180_000;
const ENGLISH: BrowserContextOptions = { locale: "en-GB", timezoneId: "Europe/Paris" };

/**
 * Two steps at a time: most of a step is waiting.
 *
 * @param options.agent Who has all roles at the start; null: nobody, as on a first visit.
 * @param options.clis Stand-ins of these coding CLIs are on the PATH.
 */
export function browserTest(
  name: string,
  steps: Steps,
  options: BrowserTestOptions = { agent: "demo" },
) {
  Deno.test({ name, ...TOGETHER }, async (t) => {
    const executablePath = Deno.env.get("NEWPI_CHROMIUM") ?? "/usr/bin/chromium";
    const browser = await chromium.launch({ executablePath, args: FLAGS });
    const waiting = Object.entries(steps);
    async function playAll() {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [step, run] = next;
        const fn = () => play(browser, `${name} ${step}`, run, options);
        await t.step({ name: step, fn, ...TOGETHER });
      }
    }
    try {
      await Promise.all([playAll(), playAll()]);
    } finally {
      await browser.close();
    }
  });
}

async function play(
  browser: Browser,
  name: string,
  run: Steps[string],
  { agent, clis: wanted = [] }: BrowserTestOptions,
) {
  await using clis = await standInClis(wanted);
  await using newpi = await startNewpi({ PATH: `${clis.folder}:${SYSTEM_PATH}`, NEWPI_LOGIN_SHELL: "0" });
  if (agent !== null) {
    const roles = { primary: { agent }, manager: { agent }, worker: { agent } };
    await newpi.call("PUT", "/api/settings/roles", { roles });
  }
  const contexts: BrowserContext[] = [];
  const origins = new Set([newpi.origin]);
  const watcher = watch(({ origin }) => origins.has(origin));

  async function visitor(options?: BrowserContextOptions) {
    const context = await browser.newContext({ ...ENGLISH, baseURL: newpi.origin, ...options });
    if (options?.baseURL !== undefined) origins.add(options.baseURL);
    context.setDefaultTimeout(PATIENCE_MS);
    contexts.push(context);
    await watcher.add(context);
    return context;
  }
  async function signIn({ path, browser: options }: Visitor = {}) {
    const page = await (await visitor(options)).newPage();
    const { search } = new URL(await newpi.signInUrl());
    await page.goto(`/${search}`);
    if (path !== undefined) await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }
  try {
    await withinTime(run({ newpi, clis, visitor, signIn, allow: watcher.allow }));
    const faults = watcher.faults();
    assert.equal(faults.length, 0, `the page did what no page may do:\n${faults.join("\n")}`);
  } catch (error) {
    await keepEvidence(name, contexts, [...watcher.faults(), ...newpi.said]);
    throw error;
  } finally {
    for (const context of contexts) await context.close();
  }
}

/** Playwright's own waits end by themselves; what a test waits for besides must not hold up the rest. */
async function withinTime(running: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Not done within ${STEP_MS / 1000} s`)), STEP_MS);
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
