import { compileHello } from "../hello.ts";
import { startTimes } from "../start_time.ts";
import { BINARY } from "../../tests/crash/support/binary.ts";
import { type Benchmark, type Figure, median, percentile } from "./figures.ts";

const RUNS = 40;
/** A tool call that the guard has no opinion about, as a coding CLI's hook hands it over. */
const HARMLESS = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "git status --short" },
  tool_use_id: "toolu_1",
});

export const start: Benchmark = {
  name: "start",
  about: "a process from start to end, by a compiled hello world",
  async run() {
    const dir = await Deno.makeTempDir();
    try {
      const hello = await compileHello(dir);
      const [helloMs = [], versionMs = [], guardMs = []] = await startTimes([
        { command: [hello], stdin: HARMLESS },
        { command: [BINARY, "--version"], stdin: HARMLESS },
        { command: [BINARY, "guard"], stdin: HARMLESS },
      ], RUNS);
      return [
        { what: "hello world, median", value: median(helloMs), unit: "ms" },
        ...against("newpi --version", versionMs, helloMs),
        ...against("newpi guard", guardMs, helloMs),
      ];
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
};

function against(name: string, times: number[], reference: number[]): Figure[] {
  return [
    { what: `${name}, median`, value: median(times), unit: "ms" },
    { what: `${name}, p99`, value: percentile(times, 99), unit: "ms" },
    {
      what: `${name} by hello world, medians`,
      value: median(times) / median(reference),
      unit: "x",
      atMost: 1.3,
    },
  ];
}
