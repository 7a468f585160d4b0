/** Where a popover stands beside what opened it. @module */

const GAP = 4;

/** Below the anchor, or above it where the window ends; never over its edges. */
export function place(popover: HTMLElement, anchor: HTMLElement, align: "start" | "end"): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const isBelow = at.bottom + GAP + height <= innerHeight;
  const left = align === "start" ? at.left : at.right - width;
  popover.style.top = `${isBelow ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height)}px`;
  popover.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}

/** Places it now and whenever the page moves. @returns A function that stops. */
export function keepPlaced(popover: HTMLElement, anchor: HTMLElement, align: "start" | "end"): () => void {
  const stay = () => place(popover, anchor, align);
  stay();
  addEventListener("resize", stay);
  addEventListener("scroll", stay, { capture: true });
  return () => {
    removeEventListener("resize", stay);
    removeEventListener("scroll", stay, { capture: true });
  };
}
