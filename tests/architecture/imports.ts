/** The import table of the design: who may import whom. @module */
import { posix } from "node:path";
import { areaOf, type Source } from "./source.ts";

export interface Import {
  from: string;
  /** A path from the repository's root, or the name of a package or built-in. */
  to: string;
  isLocal: boolean;
  isDynamic: boolean;
}

/** From the bottom up; an area imports only from rows below its own. Those of one row do not know each other. */
const TABLE = [
  ["kernel"],
  ["contract"],
  ["log"],
  ["settings", "policy", "guard"],
  ["runs", "agents"],
  ["memory", "projects", "git", "console", "summaries"],
  ["tools"],
  ["conversation"],
  ["work"],
  ["automation", "channels", "notices", "router", "usage", "backup", "storage"],
  ["views"],
  ["app"],
  ["cmd"],
];

/** `client` runs outside the runtime: it stands on `contract`, and only these stand on it. */
const CLIENT_USERS = ["client", "app", "cmd"];
const UNDER_CLIENT = ["client", "contract", "kernel"];

/** Areas without a `mod.ts`: every file of theirs is public. */
const OPEN_AREAS = ["kernel", "contract"];

/** The guard's own process enters here and loads what lies beside it, never `admin/`, which stands on more. */
const GUARD_HOOK = "internal/guard/hook.ts";
const GUARD_HOOK_PART = /^internal\/guard\/(?!mod\.ts$)[^/]+\.ts$/;
const GUARD_COMMAND = "cmd/guard.ts";

/** What `main.ts` may import before it knows which command to load. */
const MAIN_IMPORTS = ["internal/kernel/errors.ts"];

export function importsOf({ path, code }: Source): Import[] {
  const patterns = [
    { isDynamic: false, pattern: /^\s*(?:import|export)\b(?!\s*\()[^"'`;()]*?\bfrom\s*["']([^"']+)["']/gm },
    { isDynamic: false, pattern: /^\s*import\s*["']([^"']+)["']/gm },
    { isDynamic: true, pattern: /\bimport\s*\(\s*["'`]([^"'`]+)["'`]/g },
  ];
  return patterns.flatMap(({ isDynamic, pattern }) => {
    return [...code.matchAll(pattern)].map(([, specifier = ""]) => {
      const isLocal = specifier.startsWith(".") || specifier.startsWith("/");
      const to = isLocal ? resolveFrom(path, specifier) : specifier;
      return { from: path, to, isLocal, isDynamic };
    });
  });
}

/** Vite takes a leading slash as the page's root. */
function resolveFrom(path: string, specifier: string): string {
  if (specifier.startsWith("/")) return posix.join("web", specifier);
  return posix.join(posix.dirname(path), specifier);
}

/** A sentence for every import that the table does not allow. */
export function importViolations(sources: Source[]): string[] {
  return sources.flatMap(importsOf).flatMap((edge) => {
    const reason = reasonAgainst(edge);
    return reason === undefined ? [] : [`${edge.from} imports ${edge.to}: ${reason}`];
  });
}

function reasonAgainst(edge: Import): string | undefined {
  const area = areaOf(edge.from);
  if (edge.from === "main.ts") return againstMain(edge);
  if (area === "web") return againstWeb(edge);
  if (GUARD_HOOK_PART.test(edge.from)) return againstHook(edge);
  if (area === "contract") return againstContract(edge);
  return edge.isLocal ? againstTable(area, edge) : undefined;
}

function againstMain({ to, isDynamic }: Import): string | undefined {
  if (areaOf(to) === "cmd" && isDynamic || MAIN_IMPORTS.includes(to)) return undefined;
  return "main.ts only loads files of cmd/, by import()";
}

function againstWeb({ to, isLocal }: Import): string | undefined {
  const isNative = to.startsWith("node:") || to.startsWith("@std/") || to.startsWith("@db/");
  if (isLocal ? areaOf(to) === "web" || areaOf(to) === "contract" : !isNative) return undefined;
  return "the page knows newpi only by internal/contract";
}

function againstHook({ to, isLocal }: Import): string | undefined {
  if (GUARD_HOOK_PART.test(to)) return undefined;
  if (isLocal ? areaOf(to) === "kernel" : to === "@std/path" || to.startsWith("node:")) return undefined;
  return "the guard's hook stands on the kernel alone";
}

function againstContract({ to, isLocal }: Import): string | undefined {
  if (isLocal ? areaOf(to) === "contract" : to === "zod") return undefined;
  return "a contract is made of zod and other contracts";
}

function againstTable(area: string, { from, to }: Import): string | undefined {
  const target = areaOf(to);
  if (target === area || to === "deno.json") return undefined;
  if (target === "client" && !CLIENT_USERS.includes(area)) return `${area} does not stand on client`;
  if (area === "client") {
    return UNDER_CLIENT.includes(target) ? againstDepth(from, to) : `client does not stand on ${target}`;
  }
  if (target !== "client") {
    if (rankOf(area) === -1) return `${area} is not in the table`;
    if (rankOf(target) === -1) return `${target} is not in the table`;
    if (rankOf(target) >= rankOf(area)) return `${area} does not stand on ${target}`;
  }
  return againstDepth(from, to);
}

function againstDepth(from: string, to: string): string | undefined {
  const target = areaOf(to);
  if (OPEN_AREAS.includes(target) || to === `internal/${target}/mod.ts`) return undefined;
  if (from === GUARD_COMMAND && to === GUARD_HOOK) return undefined;
  // A command loads no more than it needs, so it may enter a domain at the mod.ts of a part.
  if (areaOf(from) === "cmd" && to.endsWith("/mod.ts")) return undefined;
  return "a domain is reached through its mod.ts";
}

function rankOf(area: string): number {
  return TABLE.findIndex((row) => row.includes(area));
}
