/** `newpi model`: who plays which role, and with `--ping` whether they answer. */
import type { RunAs } from "../internal/contract/common.ts";
import { RoleName, SettingsView, TestResult } from "../internal/contract/settings.ts";
import { type Api, ensureRuntime, openApi } from "../internal/client/mod.ts";
import { InvalidError } from "../internal/kernel/errors.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { command, parse } from "./_options.ts";

export async function run(args: string[]): Promise<number> {
  const parser = command("model", "Show who plays which role")
    .option("--role <role>", `only this one: ${RoleName.options.join(", ")}`)
    .option("--ping", "ask each for one word; this costs what a short answer costs")
    .option("--json", "one JSON object");
  if (!parse(parser, args)) return 0;
  const { role, ping, json } = parser.opts<{ role?: string; ping?: boolean; json?: boolean }>();
  const api = openApi(await ensureRuntime(defaultHome()));
  const { roles } = await api.get("/api/settings", SettingsView);
  const rows: Row[] = chosenRoles(role).map((name) => ({ role: name, runAs: roles[name] }));
  const tested = ping ? await testAll(api, rows) : rows;
  if (json) console.log(JSON.stringify({ roles: tested }));
  else for (const row of tested) console.log(line(row));
  return tested.every(({ test }) => test === undefined || test.ok) ? 0 : 1;
}

interface Row {
  role: RoleName;
  runAs: RunAs | null;
  test?: TestResult;
}

/** One after the other: they may share an account. A role that nobody plays is not asked. */
async function testAll(api: Api, rows: Row[]): Promise<Row[]> {
  const tested: Row[] = [];
  for (const row of rows) {
    const test = row.runAs === null
      ? undefined
      : await api.post("/api/agents/test", { role: row.role }, TestResult);
    tested.push({ ...row, test });
  }
  return tested;
}

function chosenRoles(role: string | undefined): readonly RoleName[] {
  if (role === undefined) return RoleName.options;
  const parsed = RoleName.safeParse(role);
  if (!parsed.success) throw new InvalidError(`There is no role "${role}"`, "ROLE_UNKNOWN");
  return [parsed.data];
}

function line({ role, runAs, test }: Row): string {
  const plays = runAs === null
    ? "nobody"
    : [runAs.agent, runAs.provider, runAs.model, runAs.effort].filter((part) => part !== undefined).join(" ");
  const answer = test === undefined
    ? ""
    : test.ok
    ? `  answers in ${test.durationMs} ms`
    : `  FAILED: ${test.error}`;
  return `${role.padEnd(8)} ${plays}${answer}`;
}
