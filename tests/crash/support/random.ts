/** Chance that can be repeated: the same seed gives the same plan. What the machine does with it is its own. @module */

export interface Random {
  /** At least `least`, less than `most`. */
  between(least: number, most: number): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
}

/** Mulberry32. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + next() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return {
    between,
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    chance: (probability) => next() < probability,
  };
}

/** For the one round that is new each time. */
export function freshSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}
