import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { fromFileUrl } from "@std/path";
import { migrations, pluginText, selfCommand, version, workerUrl } from "./assets.ts";

Deno.test("version is the one in deno.json", () => assert.equal(version, config.version));

Deno.test("migrations() come in the order of their names, without gaps", () => {
  const numbers = migrations().map(({ name }) => Number(name.slice(0, 4)));
  assert.ok(numbers.length > 0);
  assert.deepEqual(numbers, numbers.map((_, index) => index + 1));
});
Deno.test("migrations() hold SQL", () => {
  for (const { name, sql } of migrations()) assert.match(sql, /create table|alter table/i, name);
});

Deno.test("workerUrl() names a file of internal/app in development", () => {
  assert.match(workerUrl("worker").href, /\/internal\/app\/worker\.ts$/);
});
Deno.test("selfCommand() runs main.ts with this Deno in development", () => {
  const { cmd, args } = selfCommand();
  assert.equal(cmd, Deno.execPath());
  assert.deepEqual(args.slice(0, -1), ["run", "-A"]);
  assert.ok(fromFileUrl(args.at(-1) ?? "").endsWith("main.ts"));
});

Deno.test("pluginText() gives a file as it is installed", () => {
  assert.match(pluginText("pi/guard.ts"), /export default function guard/);
  assert.throws(() => pluginText("nothing.ts"), Deno.errors.NotFound);
});
