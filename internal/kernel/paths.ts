/** Where things lie below the home folder (ARCHITECTURE §4). @module */
import { join, resolve } from "@std/path";
import { AppError, InvalidError } from "./errors.ts";

export interface Home {
  readonly root: string;
  readonly database: string;
  readonly settings: string;
  readonly cookieKey: string;
  readonly lock: string;
  readonly runtimeJson: string;
  readonly workspaces: string;
  readonly runs: string;
  readonly roles: string;
  readonly logs: string;
  /** Images that came with messages, a folder a day. */
  readonly inbox: string;
}

export function homePaths(root: string): Home {
  return {
    root,
    database: join(root, "newpi.db"),
    settings: join(root, "settings.json"),
    cookieKey: join(root, "cookie.key"),
    lock: join(root, "runtime.lock"),
    runtimeJson: join(root, "runtime.json"),
    workspaces: join(root, "workspaces"),
    runs: join(root, "runtime", "runs"),
    roles: join(root, "runtime", "roles"),
    logs: join(root, "logs"),
    inbox: join(root, "inbox"),
  };
}

/** `NEWPI_HOME`, else `~/.newpi`; always absolute. */
export function defaultHome(): Home {
  const chosen = Deno.env.get("NEWPI_HOME");
  if (chosen) return homePaths(resolve(chosen));
  const user = Deno.env.get(Deno.build.os === "windows" ? "USERPROFILE" : "HOME");
  if (!user) throw new InvalidError("Cannot tell the home folder: set NEWPI_HOME", "HOME_UNKNOWN");
  return homePaths(join(user, ".newpi"));
}

export class HomeUnusableError extends AppError {
  readonly kind = "unavailable";
  readonly code = "HOME_UNUSABLE";
}
export class HomeForeignError extends AppError {
  readonly kind = "invalid";
  readonly code = "HOME_FOREIGN";
}

/** One of them is in every home that newpi has made. */
const OWN_FILES = new Set(["newpi.db", "runtime.lock", "settings.json", "workspaces", "logs"]);

/** A folder with other things in it, named by mistake, must not get newpi's permissions and files. */
function refuseForeign(root: string): void {
  let names: string[];
  try {
    names = [...Deno.readDirSync(root)].map((entry) => entry.name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  if (names.length === 0 || names.some((name) => OWN_FILES.has(name))) return;
  throw new HomeForeignError(
    `"${root}" holds other files: NEWPI_HOME must be an empty folder or newpi's own`,
  );
}

/** Makes the folders, closed to other users. A folder that exists keeps its content and gets the mode again. @throws {HomeForeignError} */
export function createHome(home: Home): void {
  try {
    refuseForeign(home.root);
    for (const folder of [home.root, home.workspaces, home.runs, home.roles, home.logs, home.inbox]) {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    if (Deno.build.os !== "windows") Deno.chmodSync(home.root, 0o700);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HomeUnusableError(`Cannot keep anything in "${home.root}": ${reason}`, { cause });
  }
}
