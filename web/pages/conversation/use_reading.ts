/**
 * Keeps the reader's place: at the end new words push the old ones up; in the history nothing moves, whatever is
 * added above or below.
 * @module
 */
import { type RefObject } from "preact";
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";

const END_PX = 80;
/** Older messages are read before the reader reaches the top. */
const AHEAD_PX = 600;

interface Anchor {
  key: string;
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
  const anchor = useRef<Anchor | null>(null);

  const toEnd = useCallback(() => {
    followsEnd.current = true;
    setAtEnd(true);
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, []);

  function onScroll() {
    const element = scroller.current;
    if (element === null) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    followsEnd.current = below < END_PX;
    setAtEnd(followsEnd.current);
    anchor.current = firstVisible(element);
    if (element.scrollTop < AHEAD_PX) onNearTop();
    if (below < AHEAD_PX) onNearEnd();
  }

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    if (followsEnd.current) element.scrollTop = element.scrollHeight;
    else restore(element, anchor.current);
    anchor.current = firstVisible(element);
  }, [content]);

  // Cards grow and pictures load without a new event: stay at the end then too.
  useLayoutEffect(() => {
    const element = scroller.current;
    const column = element?.firstElementChild;
    if (element === null || !column) return;
    const observer = new ResizeObserver(() => {
      if (followsEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(column);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { isAtEnd, onScroll, toEnd, release: () => followsEnd.current = false };
}

function rows(scroller: HTMLElement): HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>("[data-key]")];
}

function firstVisible(scroller: HTMLElement): Anchor | null {
  const edge = scroller.getBoundingClientRect().top;
  for (const row of rows(scroller)) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > edge) return { key: row.dataset["key"] ?? "", top };
  }
  return null;
}

function restore(scroller: HTMLElement, anchor: Anchor | null): void {
  const row = rows(scroller).find((candidate) => candidate.dataset["key"] === anchor?.key);
  if (row !== undefined && anchor !== null) {
    scroller.scrollTop += row.getBoundingClientRect().top - anchor.top;
  }
}
