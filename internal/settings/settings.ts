/** `settings.json`: what the person chose. Read at the start, written whole and atomically. @module */
import { z } from "zod";
import { readTextIfThere, writeAtomic } from "../kernel/atomic.ts";
import { Roles } from "../contract/system.ts";
import { SettingsUnreadableError } from "./error.ts";

const nobody: Roles = { primary: null, manager: null, worker: null };

/** Members that this version does not know are kept as they are. */
const SettingsFile = z.looseObject({ roles: Roles.partial().optional() });

export interface Settings {
  roles(): Roles;
  /** @returns False when nothing changed and nothing was written. */
  setRoles(change: Partial<Roles>): Promise<boolean>;
}

/** @throws {SettingsUnreadableError} The file is there and is not what it should be; it is never replaced. */
export async function openSettings(path: string): Promise<Settings> {
  const text = await readTextIfThere(path);
  let file = text === undefined ? {} : parse(path, text);
  let writing: Promise<unknown> = Promise.resolve();

  const roles = (): Roles => ({ ...nobody, ...file.roles });

  /** One write after the other, so that two changes at once are both kept. */
  function setRoles(change: Partial<Roles>): Promise<boolean> {
    const written = writing.then(async () => {
      const next = { ...roles(), ...change };
      if (JSON.stringify(next) === JSON.stringify(roles())) return false;
      const nextFile = { ...file, roles: next };
      await writeAtomic(path, `${JSON.stringify(nextFile, null, 2)}\n`);
      file = nextFile;
      return true;
    });
    writing = written.catch(() => {});
    return written;
  }

  return { roles, setRoles };
}

function parse(path: string, text: string): z.infer<typeof SettingsFile> {
  try {
    return SettingsFile.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new SettingsUnreadableError(`Cannot read "${path}": ${reason}. Correct it or move it away.`, {
      cause: error,
    });
  }
}
