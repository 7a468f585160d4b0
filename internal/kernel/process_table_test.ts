import assert from "node:assert/strict";
import { parsePs, parseStat } from "./process_table.ts";

const stat = (name: string) =>
  `412 (${name}) S 7 412 412 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 12345 1000 10 0 0`;

for (const name of ["sleep", "tmux: server", "a) b (c"]) {
  Deno.test(`parseStat() reads past the program name "${name}"`, () => {
    assert.deepEqual(parseStat(stat(name), 1000), {
      pid: 412,
      ppid: 7,
      identity: "12345",
      startedAtMs: 124_450,
    });
  });
}

Deno.test("parseStat() gives nothing for a process that ended", () => assert.equal(parseStat("", 0), null));

Deno.test("parsePs() separates ids, start and command", () => {
  const rows = parsePs(
    "    1     0 Mon Nov 30 08:00:00 2026 /sbin/launchd\n" +
      "  412     1 Tue Dec  1 09:30:05 2026 /bin/zsh -l HOME=/Users/ada NEWPI_RUN_ID=run_1\n",
  );
  assert.deepEqual(rows.map(({ entry, command }) => [entry.pid, entry.ppid, entry.identity, command]), [
    [1, 0, "Mon Nov 30 08:00:00 2026", "/sbin/launchd"],
    [412, 1, "Tue Dec  1 09:30:05 2026", "/bin/zsh -l HOME=/Users/ada NEWPI_RUN_ID=run_1"],
  ]);
  assert.equal(rows[1]?.entry.startedAtMs, new Date(2026, 11, 1, 9, 30, 5).getTime());
});
