import assert from "node:assert/strict";
import { openCli, SYSTEM_PATH } from "../support/binary.ts";

/** Says its version, and nothing else that a coding CLI should. */
const STAND_IN = `#!/bin/sh
[ "$1" = --version ] && echo "codex-cli 0.171.0"
exit 0
`;

Deno.test("the first message of a home goes to the first coding CLI that is installed", async () => {
  if (Deno.build.os === "windows") return;
  await using cli = await openCli();
  const bin = `${cli.home.root}-bin`;
  await Deno.mkdir(bin);
  try {
    await Deno.writeTextFile(`${bin}/codex`, STAND_IN, { mode: 0o755 });
    const env = { PATH: `${bin}:${SYSTEM_PATH}` };
    const { stderr } = await cli.run(["chat", "hi"], { env });
    assert.match(stderr, /The agent codex failed/);
    const { roles } = (await cli.run(["model", "--json"], { env })).json();
    assert.deepEqual(roles[0].runAs, { agent: "codex", effort: "low" });
  } finally {
    await Deno.remove(bin, { recursive: true });
  }
});
