/** Keys that a CLI was given must not come back with what it says. @module */

const HOLDS_SECRET = /(?:KEY|TOKEN|SECRET)$/i;
/** Shorter values are words that are in any text by chance. */
const SHORTEST = 9;
const MASK = "[key]";

/**
 * Hides the keys among the variables of a process in what it prints: a provider may repeat the key that it refuses, a
 * tool may print the environment. Made for whole lines, before anything is cut: half a key would not be known again.
 */
export function masker(env: Record<string, string>): (text: string) => string {
  const values = Object.entries(env).flatMap(([name, value]) =>
    HOLDS_SECRET.test(name) && value.length >= SHORTEST ? [value, insideJson(value)] : []
  );
  // A key may begin with another one.
  const secrets = [...new Set(values)].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

const insideJson = (text: string) => JSON.stringify(text).slice(1, -1);
