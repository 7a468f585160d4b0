/** What only few places may reach for: ending the process, its environment, its output. @module */
import type { Source } from "./source.ts";

interface Rule {
  name: string;
  pattern: RegExp;
  allowed: RegExp;
}

const RULES: Rule[] = [
  { name: "ends the process", pattern: /\b(?:Deno|process)\.exit\b/, allowed: /^main\.ts$/ },
  {
    name: "reads the environment",
    pattern: /\b(?:Deno|process)\.env\b/,
    allowed: /^internal\/(?:settings|kernel)\//,
  },
  {
    name: "writes to the console",
    pattern: /(?<![\w.$])console\.(?:log|error|warn|info|debug|trace|dir|table|assert|group|count|time)\b/,
    allowed: /^(?:main\.ts$|cmd\/|internal\/kernel\/logger\.ts$)/,
  },
  // The bundler can leave nothing out of an object: `import * as z` loads 70 kB less, and 10 ms faster.
  { name: "imports { z }, not * as z", pattern: /\bimport \{[^}]*\bz\b[^}]*\} from\b/, allowed: /^web\// },
];

export const MAX_LINES = 400;

/** A sentence for every file that does what is not its place. */
export function ambientViolations(sources: Source[]): string[] {
  return sources.flatMap(({ path, bare }) => {
    const broken = RULES.filter(({ pattern, allowed }) => pattern.test(bare) && !allowed.test(path));
    return broken.map(({ name }) => `${path} ${name}`);
  });
}

/** A sentence for every text that has grown past one idea. */
export function sizeViolations(texts: { path: string; text: string }[]): string[] {
  return texts.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split("\n").length;
    return lines > MAX_LINES ? [`${path} has ${lines} lines, more than ${MAX_LINES}`] : [];
  });
}
