import assert from "node:assert/strict";

const PROGRAM = `
  import { surviveFaults } from ${JSON.stringify(import.meta.resolve("./faults.ts"))};
  const log = (message, { error }) => console.log(message + ": " + error.split("\\n")[0]);
  surviveFaults({ debug() {}, info() {}, warn() {}, error: log });
  setTimeout(() => { throw new Error("in a timer"); });
  queueMicrotask(() => { throw new Error("in a microtask"); });
  Promise.reject(new Error("in a promise"));
  reportError(new Error("reported"));
  setTimeout(() => console.log("still here"), 20);
`;

Deno.test("surviveFaults() writes down what nobody caught, and the program goes on", async () => {
  const source = `data:text/typescript,${encodeURIComponent(PROGRAM)}`;
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", source],
    stderr: "null",
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  const fault = "a fault that nobody caught: Error: ";
  assert.deepEqual(lines.toSorted(), [
    `${fault}in a microtask`,
    `${fault}in a promise`,
    `${fault}in a timer`,
    `${fault}reported`,
    "still here",
  ]);
  assert.equal(code, 0);
});
