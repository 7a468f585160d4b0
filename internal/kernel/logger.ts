/** Lines for whoever looks after the program: text on stderr, JSON in `logs/newpi.log`. @module */
import { timestamp } from "./clock.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const levels = ["debug", "info", "warn", "error"] as const;
type Level = (typeof levels)[number];

/** One file of at most 5 MB, and the one before it. */
const MAX_LOG_BYTES = 5_000_000;

/**
 * @param options.file JSON lines are appended here; without it only stderr is written.
 * @param options.least Lines below this level are dropped on stderr; the file keeps everything.
 */
export function createLogger(options: { least?: Level; file?: string; quiet?: boolean } = {}): Logger {
  const least = levels.indexOf(options.least ?? "info");
  const write = options.file === undefined ? undefined : rotatingWriter(options.file);
  function log(level: Level, message: string, fields: LogFields = {}) {
    const at = timestamp();
    write?.(`${JSON.stringify({ at, level, message, ...fields })}\n`);
    if (options.quiet || levels.indexOf(level) < least) return;
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`).join("");
    console.error(`${at} ${level} ${message}${rest}`);
  }
  return {
    debug: (message, fields) => log("debug", message, fields),
    info: (message, fields) => log("info", message, fields),
    warn: (message, fields) => log("warn", message, fields),
    error: (message, fields) => log("error", message, fields),
  };
}

/** A log that cannot be written must never stop the work, so its own failures are dropped. */
function rotatingWriter(path: string): (line: string) => void {
  let size: number | undefined;
  return (line) => {
    try {
      size ??= Deno.statSync(path).size;
    } catch {
      size = 0;
    }
    try {
      if (size > MAX_LOG_BYTES) {
        Deno.renameSync(path, `${path}.1`);
        size = 0;
      }
      Deno.writeTextFileSync(path, line, { append: true, mode: 0o600 });
      size += line.length;
    } catch { /* see above */ }
  };
}
