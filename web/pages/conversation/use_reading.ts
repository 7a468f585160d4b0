/**
 * Keeps the reader's place: at the end new words push the old ones up; in the history nothing moves, whatever is
 * added or grows above or below. The browser's own scroll anchoring is off, since not every browser has it and
 * two would disturb each other.
 * @module
 */
import type { RefObject } from "preact";
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";

const END_PX = 80;
/** Older messages are read before the reader reaches the top. */
const AHEAD_PX = 800;

/** A message or an answer, and where it stands. Not a group: an answer can move under its question later. */
interface Anchor {
  id: string;
  top: number;
}

interface ReadingOptions {
  scroller: RefObject<HTMLElement | null>;
  /** Changes whenever what is shown changes. */
  content: unknown;
  onNearTop(): void;
  onNearEnd(): void;
}

export function useReading({ scroller, content, onNearTop, onNearEnd }: ReadingOptions) {
  const [isAtEnd, setAtEnd] = useState(true);
  const followsEnd = useRef(true);
  /** Where the page stood last: who stops following the end has moved up, what grows below has not. */
  const lastTop = useRef(0);
  const anchor = useRef<Anchor | null>(null);
  const shown = useRef(content);

  // While rendering, because here the page still shows the old content at the present scroll position.
  if (shown.current !== content) {
    shown.current = content;
    anchor.current = firstVisible(scroller.current);
  }

  const settle = useCallback(() => {
    const element = scroller.current;
    if (element === null || entries(element).length === 0) return; // a welcome is read from its top
    if (followsEnd.current) element.scrollTop = element.scrollHeight;
    else restore(element, anchor.current);
    lastTop.current = element.scrollTop;
    anchor.current = firstVisible(element);
  }, []);

  const toEnd = useCallback(() => {
    followsEnd.current = true;
    setAtEnd(true);
    settle();
  }, []);

  function onScroll() {
    const element = scroller.current;
    if (element === null) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < END_PX) followsEnd.current = true;
    else if (element.scrollTop < lastTop.current) followsEnd.current = false;
    lastTop.current = element.scrollTop;
    setAtEnd(followsEnd.current);
    anchor.current = firstVisible(element);
    if (element.scrollTop < AHEAD_PX) onNearTop();
    if (below < AHEAD_PX) onNearEnd();
  }

  useLayoutEffect(settle, [content]);

  // Cards grow without a new event, and the window changes its size.
  useLayoutEffect(() => {
    const element = scroller.current;
    const column = element?.firstElementChild;
    if (element === null || !column) return;
    const observer = new ResizeObserver(settle);
    observer.observe(column);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { isAtEnd, onScroll, toEnd, release: () => followsEnd.current = false };
}

function entries(scroller: HTMLElement): HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>("[data-anchor]")];
}

/** By halves, since they stand below each other and this runs on every scroll. */
function firstVisible(scroller: HTMLElement | null): Anchor | null {
  if (scroller === null) return null;
  const all = entries(scroller);
  const edge = scroller.getBoundingClientRect().top;
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.getBoundingClientRect().bottom ?? 0) > edge) high = middle;
    else low = middle + 1;
  }
  const found = all[low];
  return found ? { id: found.dataset["anchor"] ?? "", top: found.getBoundingClientRect().top } : null;
}

function restore(scroller: HTMLElement, anchor: Anchor | null): void {
  const entry = entries(scroller).find((candidate) => candidate.dataset["anchor"] === anchor?.id);
  if (entry === undefined || anchor === null) return;
  scroller.scrollTop += entry.getBoundingClientRect().top - anchor.top;
}
