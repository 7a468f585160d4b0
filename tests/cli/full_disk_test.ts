import assert from "node:assert/strict";
import { splitLines } from "../../internal/kernel/process_lines.ts";
import { BINARY, SYSTEM_PATH } from "../support/binary.ts";
import { sentImage } from "../support/images.ts";
import { tempDir } from "../support/temp.ts";

const TOKEN = "a-token-of-the-disk-test";

/** A small disk that only one process sees needs root on Linux. */
async function mayMount(): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  const args = ["-m", "mount", "-t", "tmpfs", "none", "/mnt"];
  const tried = await new Deno.Command("unshare", { args, stderr: "null" }).output().catch(() => undefined);
  return tried?.success ?? false;
}

const isRoot = await mayMount();
if (!isRoot) {
  console.log("tests/cli/full_disk_test.ts is skipped: mounting a small disk needs Linux and root");
}

/** newpi on a disk of 10 MB, most of which is taken by a file. */
async function startOnSmallDisk(folder: string) {
  const script =
    `mount -t tmpfs -o size=10m none "${folder}" && head -c 7000000 /dev/zero > "${folder}/filler" &&
    exec "${BINARY}" serve --addr 127.0.0.1:0`;
  const process = new Deno.Command("unshare", {
    args: ["-m", "sh", "-c", script],
    clearEnv: true,
    env: {
      PATH: SYSTEM_PATH,
      NEWPI_LOGIN_SHELL: "0",
      HOME: folder,
      NEWPI_HOME: `${folder}/home`,
      NEWPI_API_TOKEN: TOKEN,
    },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = splitLines(process.stdout);
  const [, url = ""] = /ready: (http:\/\/[^/]+)/.exec((await lines.next()).value ?? "") ?? [];
  const inside = async (command: string) => {
    const args = ["-t", String(process.pid), "-m", "env", `NEWPI_HOME=${folder}/home`, "sh", "-c", command];
    return new TextDecoder().decode((await new Deno.Command("nsenter", { args }).output()).stdout);
  };
  async function say(
    text: string,
    images?: unknown[],
  ): Promise<{ status: number; code: string | undefined }> {
    const response = await fetch(`${url}/api/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ text, images, runAs: { agent: "demo" } }),
    });
    return { status: response.status, code: (await response.json()).error?.code };
  }
  async function stop(signal: Deno.Signal): Promise<number> {
    process.kill(signal);
    const { code } = await process.status;
    await lines.return();
    return code;
  }
  return {
    url,
    inside,
    say,
    stop,
    async [Symbol.asyncDispose]() {
      await stop("SIGKILL").catch((error) => {
        if (!(error instanceof TypeError)) throw error; // it had ended before
      });
    },
  };
}

Deno.test({
  name:
    "a full disk refuses messages with a reason, loses none that it took, and works again when there is space",
  ignore: !isRoot,
  async fn() {
    await using dir = await tempDir();
    await using newpi = await startOnSmallDisk(dir.path);
    const { url, inside, say, stop } = newpi;
    let taken = 0;
    let answer = await say("x".repeat(60_000));
    while (answer.status === 202 && taken < 200) {
      taken += 1;
      answer = await say("x".repeat(60_000));
    }
    assert.ok(taken > 0);
    assert.deepEqual(answer, { status: 503, code: "STORAGE_FULL" });
    const image = sentImage("image/png", 4_000_000);
    assert.deepEqual(await say("look", [image]), { status: 503, code: "STORAGE_FULL" });
    assert.equal((await inside(`find "${dir.path}/home/inbox" -type f`)).trim(), "");
    const health = await fetch(`${url}/health`);
    assert.deepEqual([health.status, (await health.json()).db], [200, "up"]);
    await inside(`rm "${dir.path}/filler"`);
    assert.equal((await say("SAY: and now?")).status, 202);
    const said = await inside(`"${BINARY}" chat --timeout 60 --agent demo "SAY: hello"`);
    assert.match(said, /hello/);
    const messages = (await inside(`"${BINARY}" events --json --tail 1000 --kind user.message`)).trim().split(
      "\n",
    );
    const onMain = messages.filter((line) => JSON.parse(line).threadId === "main");
    assert.equal(onMain.length, taken + 2);
    assert.match(await inside(`"${BINARY}" doctor`), /All is well/);
    assert.equal(await stop("SIGTERM"), 0);
  },
});
