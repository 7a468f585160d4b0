/** Who may write which table, and where SQL may be at all. @module */
import { areaOf, type Source } from "./source.ts";

export interface MigrationFile {
  path: string;
  sql: string;
}

const WRITE = new RegExp(
  [
    /\b(?:INSERT|REPLACE)\s+(?:OR\s+\w+\s+)?INTO\s+(["`]?\w+|\$\{)/,
    /\bUPDATE\s+(?:OR\s+\w+\s+)?(["`]?\w+|\$\{[^}]*\})["`]?\s+SET\b/,
    /\bDELETE\s+FROM\s+(["`]?\w+|\$\{)/,
  ].map(({ source }) => source).join("|"),
  "gi",
);

const SQL = new RegExp(
  [
    /["'`]\s*(?:WITH\s+\w+|SELECT)\s[^"`]*?\bFROM\b/,
    /["'`]\s*SELECT\s/,
    /\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|DELETE\s+FROM|(?:CREATE|DROP|ALTER)\s+(?:TABLE|INDEX|TRIGGER|VIEW))\s/,
    /\bUPDATE\s+\w+\s+SET\s/,
    /["'`]\s*PRAGMA\s/,
    /["'`]\s*(?:BEGIN|COMMIT|ROLLBACK)\b/,
    /\.prepare\(/,
  ].map(({ source }) => source).join("|"),
);

const MAY_HOLD_SQL = [
  /^internal\/(?:[^/]+\/)+store\.ts$/,
  /^internal\/views\//,
  /^internal\/kernel\/(?:std\/|sqlite|lock|migrate)/,
];

/** The kernel keeps its own account of migrations, outside of them. */
const KERNEL = "kernel";

/** @throws {Error} If a migration does not begin by naming its domain. */
export function tableOwners(migrations: MigrationFile[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const migration of migrations) {
    const domain = domainOf(migration);
    const created = migration.sql.matchAll(
      /^\s*CREATE\s+(?:VIRTUAL\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)/gim,
    );
    for (const [, table = ""] of created) owners.set(table, domain);
  }
  return owners;
}

/** A sentence for every migration that changes the shape of another domain's table. */
export function migrationViolations(migrations: MigrationFile[]): string[] {
  const owners = tableOwners(migrations);
  return migrations.flatMap((migration) => {
    const changed = migration.sql.matchAll(/^\s*(?:ALTER|DROP)\s+TABLE\s+(?:IF\s+EXISTS\s+)?"?(\w+)/gim);
    return [...changed].flatMap(([, table = ""]) => {
      if (owners.get(table) === domainOf(migration)) return [];
      return [`${migration.path} changes ${table}, which belongs to ${owners.get(table) ?? "nobody"}`];
    });
  });
}

/** A sentence for every statement that writes a table outside of its owner's store. */
export function writeViolations(sources: Source[], owners: Map<string, string>): string[] {
  return sources.filter(({ path }) => areaOf(path) !== KERNEL).flatMap(({ path, code }) => {
    return [...code.matchAll(WRITE)].flatMap((match) => {
      const table = (match[1] ?? match[2] ?? match[3] ?? "").replace(/^["`]/, "");
      if (table.startsWith("$")) return [`${path} writes a table whose name is put together`];
      const owner = owners.get(table);
      if (owner === undefined) return [`${path} writes ${table}, which no migration makes`];
      return path === `internal/${owner}/store.ts`
        ? []
        : [`${path} writes ${table}, which belongs to ${owner}`];
    });
  });
}

/** A sentence for every file that speaks SQL and is no store. */
export function sqlViolations(sources: Source[]): string[] {
  return sources.flatMap(({ path, code }) => {
    if (MAY_HOLD_SQL.some((pattern) => pattern.test(path))) return [];
    const found = code.match(SQL)?.[0];
    return found === undefined ? [] : [`${path} holds SQL: ${found.replace(/\s+/g, " ").slice(0, 60)}`];
  });
}

function domainOf({ path, sql }: MigrationFile): string {
  const domain = sql.match(/^-- domain: (\w+)\n/)?.[1];
  if (domain === undefined) throw new Error(`${path} does not begin with "-- domain: <name>"`);
  return domain;
}
