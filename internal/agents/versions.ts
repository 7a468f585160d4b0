/** Versions as CLIs print them: `2.1.332 (Claude Code)`, `codex-cli 0.171.0`, `1.6.0`. @module */

/** @returns `null` when there is no version in the text. */
export function findVersion(text: string): string | null {
  return /\b\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(text)?.[0] ?? null;
}

/** Compares the three numbers; what follows them is not looked at. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [numbersOf(version), numbersOf(least)];
  const differs = want.findIndex((number, index) => number !== have[index]);
  return differs === -1 || (have[differs] ?? 0) > (want[differs] ?? 0);
}

const numbersOf = (version: string) => version.split("-")[0]?.split(".").map(Number) ?? [];
