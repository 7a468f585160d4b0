/** Keys that a CLI was given must not come back with what it says. @module */

const HOLDS_SECRET = /(?:KEY|TOKEN|SECRET)$/i;
/** Shorter values are words that are in any text by chance. */
const SHORTEST = 9;
const MASK = "[key]";

export interface Masker {
  /** For whole lines, before anything is cut: half a key would not be known again. */
  whole(text: string): string;
  /** For text that comes in pieces; what may be the beginning of a key is held back until more has come. */
  piece(text: string): string;
  /** What was held back, since no more comes. */
  rest(): string;
}

/**
 * Hides the keys among the variables of a process in what it prints: a provider may repeat the key that it refuses, a
 * tool may print the environment.
 */
export function masker(env: Record<string, string>): Masker {
  const values = Object.entries(env).flatMap(([name, value]) =>
    HOLDS_SECRET.test(name) && value.length >= SHORTEST ? [value, insideJson(value)] : []
  );
  // A key may begin with another one.
  const secrets = [...new Set(values)].toSorted((a, b) => b.length - a.length);
  let held = "";

  const whole = (text: string) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);

  function piece(text: string): string {
    const all = whole(held + text);
    const from = all.length - Math.max(0, ...secrets.map((secret) => begunAtEnd(all, secret)));
    held = all.slice(from);
    return all.slice(0, from);
  }

  function rest(): string {
    const text = held;
    held = "";
    return text;
  }

  return { whole, piece, rest };
}

/** How many characters at the end of a text are the beginning of the secret. */
function begunAtEnd(text: string, secret: string): number {
  let length = Math.min(text.length, secret.length - 1);
  while (!secret.startsWith(text.slice(text.length - length))) length--;
  return length;
}

const insideJson = (text: string) => JSON.stringify(text).slice(1, -1);
