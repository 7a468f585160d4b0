export interface Watchdog {
  /** Something came: the silence starts again. */
  heard(): void;
  stop(): void;
}

/** Calls `onSilence` once, when nothing was heard for `limitMs` while silence had no good reason. */
export function watchdog(limitMs: number, isBusy: () => boolean, onSilence: () => void): Watchdog {
  let heardAt = performance.now();
  let timer = setTimeout(look, limitMs);
  function look() {
    if (isBusy()) heardAt = performance.now();
    const leftMs = heardAt + limitMs - performance.now();
    if (leftMs <= 0) onSilence();
    else timer = setTimeout(look, leftMs);
  }
  return {
    heard: () => void (heardAt = performance.now()),
    stop: () => clearTimeout(timer),
  };
}
