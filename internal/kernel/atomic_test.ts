import assert from "node:assert/strict";
import { tempDir } from "../../tests/support/temp.ts";
import { readTextIfThere, removeUnfinished, writeAtomic } from "./atomic.ts";
import { newId } from "./ids.ts";

const names = (folder: string) => [...Deno.readDirSync(folder)].map((entry) => entry.name);

Deno.test("writeAtomic() makes and replaces a file, closed to others unless told", async () => {
  await using dir = await tempDir();
  await writeAtomic(dir.at("a.json"), "one");
  await writeAtomic(dir.at("a.json"), "two ä 数据");
  await writeAtomic(dir.at("b.txt"), "", { mode: 0o640, durable: false });
  assert.equal(await Deno.readTextFile(dir.at("a.json")), "two ä 数据");
  assert.equal(await Deno.readTextFile(dir.at("b.txt")), "");
  assert.deepEqual(names(dir.path).sort(), ["a.json", "b.txt"]);
  if (Deno.build.os === "windows") return;
  assert.equal((Deno.statSync(dir.at("a.json")).mode ?? 0) & 0o777, 0o600);
  assert.equal((Deno.statSync(dir.at("b.txt")).mode ?? 0) & 0o777, 0o640);
});

Deno.test("writeAtomic() writes a text larger than one write", async () => {
  await using dir = await tempDir();
  const text = "0123456789".repeat(1_000_000);
  await writeAtomic(dir.at("big"), text);
  assert.equal(await Deno.readTextFile(dir.at("big")), text);
});

Deno.test("writeAtomic() leaves the old one and no temporary file when it cannot replace it", async () => {
  await using dir = await tempDir();
  await Deno.mkdir(dir.at("settings.json", "in the way"), { recursive: true });
  await assert.rejects(writeAtomic(dir.at("settings.json"), "new"));
  assert.deepEqual(names(dir.path), ["settings.json"]);
  assert.deepEqual(names(dir.at("settings.json")), ["in the way"]);
});

Deno.test("writeAtomic() says when there is no such folder", async () => {
  await using dir = await tempDir();
  await assert.rejects(writeAtomic(dir.at("missing", "a.json"), "x"), Deno.errors.NotFound);
  assert.deepEqual(names(dir.path), []);
});

Deno.test("writeAtomic() leaves one whole text when many write at once, and readers see only whole ones", async () => {
  await using dir = await tempDir();
  const path = dir.at("a.json");
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
  await writeAtomic(path, texts[0] ?? "");
  const writes = texts.map((text) => writeAtomic(path, text));
  const reads = Promise.all(texts.map(() => Deno.readTextFile(path)));
  await Promise.all(writes);
  for (const text of [...await reads, await Deno.readTextFile(path)]) assert.ok(texts.includes(text));
  assert.deepEqual(names(dir.path), ["a.json"]);
});

/** Real writes that fail in the middle: the shell forbids files of more than 8 blocks. */
Deno.test({
  name: "writeAtomic() leaves the old file when the disk takes only a part",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using dir = await tempDir();
    const path = dir.at("settings.json");
    await writeAtomic(path, "old");
    const code = `import { writeAtomic } from ${JSON.stringify(new URL("./atomic.ts", import.meta.url).href)};
      await writeAtomic(${JSON.stringify(path)}, "x".repeat(1_000_000)).then(
        () => console.log("written"), (error) => console.log("refused:", error.message));`;
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", 'trap "" XFSZ; ulimit -f 8; exec "$0" eval "$1"', Deno.execPath(), code],
      stderr: "null",
    }).output();
    assert.match(new TextDecoder().decode(stdout), /^refused: File too large/);
    assert.equal(await Deno.readTextFile(path), "old");
    assert.deepEqual(names(dir.path), ["settings.json"]);
  },
});

Deno.test("readTextIfThere() tells a missing file from one that cannot be read", async () => {
  await using dir = await tempDir();
  assert.equal(await readTextIfThere(dir.at("missing")), undefined);
  await Deno.writeTextFile(dir.at("empty"), "");
  assert.equal(await readTextIfThere(dir.at("empty")), "");
  await assert.rejects(readTextIfThere(dir.path));
});

Deno.test("removeUnfinished() removes what a killed write has left, and nothing else", async () => {
  await using dir = await tempDir();
  await writeAtomic(dir.at("settings.json"), "old");
  for (const name of [`settings.json.${newId("tmp")}`, "notes.tmp", "a.tmp-of-mine"]) {
    await Deno.writeTextFile(dir.at(name), "");
  }
  removeUnfinished(dir.path);
  assert.deepEqual(names(dir.path).sort(), ["a.tmp-of-mine", "notes.tmp", "settings.json"]);
});
