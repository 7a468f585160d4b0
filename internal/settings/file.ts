/** `settings.json` on disk: read whole, written whole. @module */
import * as z from "zod";
import { readTextIfThere, writeAtomic } from "../kernel/atomic.ts";
import { Binaries, Roles, StoredProvider } from "../contract/settings.ts";
import { SettingsUnreadableError } from "./error.ts";

/** Members that this version does not know are kept as they are. */
const SettingsFile = z.looseObject({
  roles: Roles.partial().default({}),
  providers: z.array(StoredProvider).default([]),
  binaries: Binaries.partial().default({}),
});
export type SettingsFile = z.infer<typeof SettingsFile>;

/** @throws {SettingsUnreadableError} It is there and is not what it should be; it is never replaced. */
export async function readSettings(path: string): Promise<SettingsFile> {
  const text = await readTextIfThere(path);
  if (text === undefined) return SettingsFile.parse({});
  try {
    return SettingsFile.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? firstIssue(error) : placeOf(error, text);
    throw new SettingsUnreadableError(`Cannot read "${path}": ${reason}. Correct it or move it away.`, {
      cause: error,
    });
  }
}

function firstIssue({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.map((step) => typeof step === "number" ? `[${step}]` : `.${String(step)}`).join(
    "",
  );
  return `${path?.replace(/^\./, "") || "the file"}: ${issue?.message ?? "has the wrong form"}`;
}

/** V8 names the place, except for a text that ends too early. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/line \d+/.test(message)) return message;
  const lines = text.split("\n");
  return `${message} (line ${lines.length} column ${(lines.at(-1)?.length ?? 0) + 1})`;
}

export async function writeSettings(path: string, file: SettingsFile): Promise<void> {
  await writeAtomic(path, `${JSON.stringify(file, null, 2)}\n`);
}
