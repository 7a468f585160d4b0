import assert from "node:assert/strict";
import { parsePs, parseStat } from "./process_table.ts";

const stat = (name: string, state = "S") =>
  `412 (${name}) ${state} 7 411 410 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 12345 1000 10 0 0`;

for (const name of ["sleep", "tmux: server", "a) b (c"]) {
  Deno.test(`parseStat() reads past the program name "${name}"`, () => {
    const want = { pid: 412, ppid: 7, group: 411, identity: "12345", startedAtMs: 124_450 };
    assert.deepEqual(parseStat(stat(name), 1000), want);
  });
}

for (const text of ["", stat("sleep", "Z"), stat("sleep", "X")]) {
  Deno.test(`parseStat() gives nothing for a process that ended: "${text.slice(0, 13)}"`, () => {
    assert.equal(parseStat(text, 0), null);
  });
}

Deno.test("parsePs() separates ids, start and command, and leaves zombies out", () => {
  const rows = parsePs(
    "    1     0     1 Ss   Mon Nov 30 08:00:00 2026 /sbin/launchd\n" +
      "  411     1   400 Z    Mon Nov 30 08:00:00 2026 (zsh)\n" +
      "  412     1   400 S+   Tue Dec  1 09:30:05 2026 /bin/zsh -l HOME=/Users/ada NEWPI_RUN_ID=run_1\n",
  );
  assert.deepEqual(
    rows.map(({ entry, command }) => [entry.pid, entry.ppid, entry.group, entry.identity, command]),
    [
      [1, 0, 1, "Mon Nov 30 08:00:00 2026", "/sbin/launchd"],
      [412, 1, 400, "Tue Dec  1 09:30:05 2026", "/bin/zsh -l HOME=/Users/ada NEWPI_RUN_ID=run_1"],
    ],
  );
  assert.equal(rows[1]?.entry.startedAtMs, new Date(2026, 11, 1, 9, 30, 5).getTime());
});
