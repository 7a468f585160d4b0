/** Counts the results in a JUnit report of `deno test`. @module */

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** @throws {Error} If `xml` is no such report. */
export function countResults(xml: string): Counts {
  const total = xml.match(/<testsuites [^>]*>/)?.[0];
  if (total === undefined) throw new Error("Not a JUnit report");
  const attribute = (name: string) => Number(total.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0);
  const failed = attribute("failures") + attribute("errors");
  const skipped = xml.match(/<skipped\b/g)?.length ?? 0;
  return { passed: attribute("tests") - failed - skipped, failed, skipped };
}
