/**
 * Every check and test, one after the other; a failure stops none of those that can still say something.
 * `scripts/test.sh` starts it with all that it needs.
 *
 * @module
 */
import { join } from "@std/path";
import { countResults, type Counts } from "./junit.ts";

interface Step {
  name: string;
  args: string[];
  /** Tests count one by one, any other step counts as one. */
  isTest?: boolean;
  /** Looks at `dist/newpi`, which is an old one if the build failed. */
  needsBuild?: boolean;
}

const TEST = ["test", "-A", "--no-check"];
const BUILD = "build";
const STEPS: Step[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint", "--quiet"] },
  { name: "types", args: ["check", "--quiet"] },
  { name: "architecture", args: [...TEST, "tests/architecture"], isTest: true },
  { name: "unit tests", args: [...TEST, "internal", "cmd", "scripts", "web"], isTest: true },
  { name: BUILD, args: ["run", "-A", "scripts/build.ts"] },
  { name: "size and start", args: ["run", "-A", "scripts/check_binary.ts"], needsBuild: true },
  {
    name: "whole program",
    args: [...TEST, "--ignore=tests/architecture,tests/soak", "tests"],
    isTest: true,
    needsBuild: true,
  },
];

const ONE_PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
const ONE_FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

async function runStep({ args, isTest }: Step, temp: string): Promise<Counts> {
  const report = join(temp, "report.xml");
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: isTest ? [...args.slice(0, 1), `--junit-path=${report}`, ...args.slice(1)] : args,
    // A test that forgets to name a home must not find the person's own.
    env: { NEWPI_HOME: join(temp, "home") },
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  if (!isTest) return success ? ONE_PASSED : ONE_FAILED;
  const counts = await readReport(report);
  // A test file that cannot be loaded, or a crash, is in no report.
  return success || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function readReport(path: string): Promise<Counts> {
  try {
    return countResults(await Deno.readTextFile(path));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

Deno.chdir(new URL("..", import.meta.url));
const temp = await Deno.makeTempDir({ prefix: "newpi-gate-" });
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const summary: string[] = [];
let isBuilt = true;
for (const step of STEPS) {
  console.log(`\n--- ${step.name}`);
  const started = performance.now();
  const canRun = isBuilt || !step.needsBuild;
  if (!canRun) console.log("The build failed, so there is nothing to look at.");
  const counts: Counts = canRun ? await runStep(step, temp) : ONE_FAILED;
  if (step.name === BUILD) isBuilt = counts.failed === 0;
  for (const key of ["passed", "failed", "skipped"] as const) total[key] += counts[key];
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(7);
  summary.push(`${seconds} s  ${counts.failed > 0 ? "FAILED" : "ok    "}  ${step.name}`);
}
await Deno.remove(temp, { recursive: true });

console.log(`\n${summary.join("\n")}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
if (total.failed > 0) Deno.exit(1);
