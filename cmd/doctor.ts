/** `newpi doctor`: looks at home, permissions, lock, database and log, and says what to do. Leaves everything as it is. */
import { join } from "@std/path";
import { findRuntime } from "../internal/client/mod.ts";
import { version } from "../internal/kernel/assets.ts";
import { describeError } from "../internal/kernel/errors.ts";
import { newId } from "../internal/kernel/ids.ts";
import { tryLock } from "../internal/kernel/lock.ts";
import { defaultHome, type Home } from "../internal/kernel/paths.ts";
import { openSettings, readEnvironment } from "../internal/settings/mod.ts";
import { findContradictions, findDamage } from "../internal/views/mod.ts";
import { look } from "./_database.ts";
import { command, parse } from "./_options.ts";

interface Check {
  name: string;
  ok: boolean;
  detail: string;
  /** What to do about it. */
  advice?: string;
}

export async function run(args: string[]): Promise<number> {
  const parser = command("doctor", "Look whether all is well, and say what to do").option(
    "--json",
    "one JSON object",
  );
  if (!parse(parser, args)) return 0;
  const home = defaultHome();
  const checks = await examine(home);
  const ok = checks.every((check) => check.ok);
  if (parser.opts<{ json?: boolean }>().json) {
    console.log(JSON.stringify({ ok, version, home: home.root, checks }));
  } else {
    console.log(`newpi ${version}, home ${home.root}`);
    for (const check of checks) console.log(lines(check));
    console.log(ok ? "All is well." : "Something needs attention.");
  }
  return ok ? 0 : 1;
}

function lines({ name, ok, detail, advice }: Check): string {
  return `${ok ? "ok  " : "BAD "} ${name}: ${detail}${advice === undefined ? "" : `\n     -> ${advice}`}`;
}

async function examine(home: Home): Promise<Check[]> {
  if (!await exists(home.root)) {
    return [{ name: "home", ok: true, detail: "not there yet; the first start makes it" }];
  }
  const usable = await attempt(
    "home",
    () => usability(home),
    "set NEWPI_HOME to a folder that you may write to",
  );
  if (!usable.ok) return [usable];
  return [
    usable,
    await attempt("permissions", () => permissions(home)),
    await attempt("environment", () => {
      readEnvironment();
      return { ok: true, detail: "readable" };
    }, "correct that variable, or unset it"),
    await attempt("settings", async () => {
      await openSettings(home.settings);
      return { ok: true, detail: "readable" };
    }, "correct the file, or move it away to choose anew"),
    await attempt("runtime", () => runtime(home)),
    ...database(home),
  ];
}

async function attempt(
  name: string,
  look: () => Omit<Check, "name"> | Promise<Omit<Check, "name">>,
  advice = "see whether you may read it",
): Promise<Check> {
  try {
    return { name, ...await look() };
  } catch (error) {
    return { name, ok: false, detail: describeError(error).message, advice };
  }
}

/** A file is made and removed again: what may be written is more than a mode tells. */
async function usability(home: Home): Promise<Omit<Check, "name">> {
  const probe = join(home.root, newId("doctor-"));
  await Deno.writeTextFile(probe, "", { createNew: true });
  await Deno.remove(probe);
  return { ok: true, detail: "can be written to" };
}

/** Secrets are in `settings.json`, `runtime.json` and `cookie.key`; nobody else may read them. */
async function permissions(home: Home): Promise<Omit<Check, "name">> {
  if (Deno.build.os === "windows") return { ok: true, detail: "access is the user profile's own" };
  const secret = [home.root, home.settings, home.runtimeJson, home.cookieKey, home.database];
  const open: string[] = [];
  for (const path of secret) {
    const mode = await Deno.stat(path).then((info) => info.mode ?? 0, () => 0);
    if ((mode & 0o077) !== 0) open.push(path);
  }
  if (open.length === 0) return { ok: true, detail: "only you can read it" };
  const paths = open.map((path) => `"${path}"`).join(" ");
  return { ok: false, detail: `others may read ${paths}`, advice: `chmod go-rwx ${paths}` };
}

async function runtime(home: Home): Promise<Omit<Check, "name">> {
  const address = await findRuntime(home);
  if (address !== undefined) {
    return { ok: true, detail: `running as process ${address.pid} at ${address.url}` };
  }
  if (!await exists(home.lock)) return { ok: true, detail: "not running" };
  const lock = tryLock(home.lock);
  if (lock === undefined) {
    const advice = "wait a moment; if it stays so, end the newpi process that hangs and start again";
    return { ok: false, detail: "the lock is held and nobody answers", advice };
  }
  lock.release();
  const stale = await exists(home.runtimeJson);
  return { ok: true, detail: stale ? "not running; the last one did not end by itself" : "not running" };
}

const DAMAGED = "restore a backup, or keep a copy of the file and ask for help";
const ADVICE: Record<string, string> = {
  DATABASE_NEWER: "use that newer newpi",
  DATABASE_FOREIGN: "move the file away, or set NEWPI_HOME to another folder",
};

function database(home: Home): Check[] {
  try {
    return look(home, (db) => {
      const damage = summary("database", findDamage(db), DAMAGED);
      if (!damage.ok) return [damage]; // what it holds cannot be asked
      const advice = "please report this with the output of newpi doctor --json";
      return [damage, summary("log", findContradictions(db), advice)];
    }) ?? [{ name: "database", ok: true, detail: "not there yet" }];
  } catch (error) {
    const { code, message } = describeError(error);
    return [{ name: "database", ok: false, detail: message, advice: ADVICE[code] ?? DAMAGED }];
  }
}

function summary(name: string, findings: { code: string; message: string }[], advice: string): Check {
  if (findings.length === 0) return { name, ok: true, detail: "sound" };
  const detail = findings.map(({ code, message }) => `${message} [${code}]`).join("; ");
  return { name, ok: false, detail, advice };
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
