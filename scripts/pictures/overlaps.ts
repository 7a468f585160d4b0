/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Text that is written over other text. @module */
import type { Page } from "playwright";

/** What floats above the page on a ground of its own, as a dialog does, hides what is below and is no fault. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      text: string;
      element: HTMLElement;
      box: DOMRect;
    }
    /** Boxes of lines are higher than their letters. */
    const SLACK_PX = 4;

    function common(one: DOMRect, other: DOMRect): DOMRect {
      const left = Math.max(one.left, other.left);
      const top = Math.max(one.top, other.top);
      return new DOMRect(
        left,
        top,
        Math.min(one.right, other.right) - left,
        Math.min(one.bottom, other.bottom) - top,
      );
    }
    /** What the boxes around it leave of a line. */
    function seenPart(box: DOMRect, around: Element | null): DOMRect {
      if (around === null) return box;
      const isOpen = getComputedStyle(around).overflow === "visible";
      return seenPart(isOpen ? box : common(box, around.getBoundingClientRect()), around.parentElement);
    }
    const isThere = ({ width, height }: DOMRect) => width > SLACK_PX && height > SLACK_PX;

    function linesOf(node: Node): Line[] {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (element === null || text === "" || !element.checkVisibility({ visibilityProperty: true })) {
        return [];
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()]
        .map((box) => ({ text: text.slice(0, 40), element, box: seenPart(box, element) }))
        .filter(({ box }) => isThere(box));
    }
    function allLines(): Line[] {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Line[] = [];
      while (walker.nextNode()) found.push(...linesOf(walker.currentNode));
      return found.sort((one, other) => one.box.top - other.box.top);
    }
    const hasGround = (element: Element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return backgroundImage !== "none" || !/^rgba\(.*, 0\)$|transparent|\/ 0\)$/.test(backgroundColor);
    };
    /** Both can be seen where they meet: nothing opaque lies between them. */
    function areSeen({ element: one }: Line, { element: other }: Line, { x, y, width, height }: DOMRect) {
      const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
      const places = [stack.indexOf(one), stack.indexOf(other)].sort((a, b) => a - b);
      const [upper = -1, lower = -1] = places;
      return upper >= 0 && !stack.slice(0, upper).some(hasGround) &&
        !stack.slice(upper, lower).some(hasGround);
    }

    const lines = allLines();
    const found = new Set<string>();
    for (const [index, line] of lines.entries()) {
      for (let at = index + 1; at < lines.length; at++) {
        const other = lines[at];
        if (other === undefined || other.box.top > line.box.bottom - SLACK_PX) break;
        if (other.element === line.element) continue;
        const both = common(line.box, other.box);
        if (isThere(both) && areSeen(line, other, both)) {
          found.add(`overlapping text: "${line.text}" and "${other.text}"`);
        }
      }
    }
    return [...found];
  });
}
