/** The part of `@std/yaml` that newpi uses, over `npm:yaml`. `deno.json` maps the name here. @module */
import { parseDocument, stringify as write } from "yaml";

/** `core` is YAML 1.2 alone; `default` adds timestamps, merge keys, binaries, sets and ordered maps. */
export interface ParseOptions {
  schema?: "core" | "default";
  /** The last one of two equal keys wins, instead of an error. */
  allowDuplicateKeys?: boolean;
}

export interface StringifyOptions {
  schema?: "core" | "default";
  /** Spaces. */
  indent?: number;
  /** Characters after which long text is folded; -1 never folds. */
  lineWidth?: number;
  sortKeys?: boolean;
}

const EXTRA_TAGS = ["timestamp", "merge", "binary", "set", "omap", "pairs"] as const;
const tagsOf = (schema: ParseOptions["schema"]) => schema === "core" ? [] : [...EXTRA_TAGS];

/**
 * Parses exactly one document; an empty text is `null`.
 *
 * @throws {SyntaxError} If the text is not YAML, has a tag nobody knows, a key twice or a second document.
 */
export function parse(content: string, options: ParseOptions = {}): unknown {
  const document = parseDocument(content, {
    schema: "core",
    customTags: tagsOf(options.schema),
    uniqueKeys: !options.allowDuplicateKeys,
    logLevel: "error", // "silent" would also pass over a second document,
  });
  // `yaml` only warns about an unknown tag and drops it.
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) throw new SyntaxError(problem.message, { cause: problem });
  return document.toJS();
}

/** @throws {TypeError} If `data` is a value that YAML cannot hold, such as a function. */
export function stringify(data: unknown, options: StringifyOptions = {}): string {
  return write(data, refuseUnwritable, {
    schema: "core",
    customTags: tagsOf(options.schema),
    indent: options.indent ?? 2,
    lineWidth: options.lineWidth === -1 ? 0 : options.lineWidth ?? 80,
    sortMapEntries: options.sortKeys ?? false,
  });
}

/** `yaml` would leave such a value out without a word. */
function refuseUnwritable(_key: unknown, value: unknown): unknown {
  if (value === undefined || typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`Cannot stringify ${typeof value}`);
  }
  return value;
}
