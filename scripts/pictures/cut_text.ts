/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Text that a box hides from the person. @module */
import type { Page } from "playwright";

/**
 * What may be shortened says so (`cut`, `clip`) and leaves a way to all of it: a hint that holds it, a link or a button
 * around it that opens it, or a button beside it that shows it.
 *
 * @returns A sentence for each text that is cut without that.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const OPENERS = "a[href], button, summary, [role=option], [role=tab]";
    /** A line's letters may reach a little out of it. */
    const SLACK_PX = 2;
    const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const words = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();

    function isCut(element: HTMLElement): boolean {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const isForEars = clipPath !== "none";
      if (isForEars || words(element.textContent) === "" || !element.checkVisibility()) return false;
      const wide = element.scrollWidth - element.clientWidth;
      const high = element.scrollHeight - element.clientHeight;
      return hides(overflowX) && wide > SLACK_PX || hides(overflowY) && high > SLACK_PX;
    }
    function hintsOf(element: HTMLElement): string[] {
      const around = element.closest<HTMLElement>("[title]");
      const inside = [...element.querySelectorAll<HTMLElement>("[title]")];
      return [around, ...inside].map((hinted) => words(hinted?.title));
    }
    function isInReach(element: HTMLElement): boolean {
      const all = words(element.textContent);
      const isHinted = hintsOf(element).some((hint) =>
        hint !== "" && (hint.includes(all) || all.endsWith(hint))
      );
      if (element.matches(".cut")) return isHinted || element.closest(OPENERS) !== null;
      return element.matches(".clip-content") &&
        element.parentElement?.querySelector(":scope > button") !== null;
    }

    return [...document.querySelectorAll<HTMLElement>("body, body *")]
      .filter((element) => isCut(element) && !isInReach(element))
      .map((element) => {
        const name = [element.localName, ...element.classList].join(".");
        return `cut text: ${name} "${words(element.textContent).slice(0, 60)}"`;
      });
  });
}
