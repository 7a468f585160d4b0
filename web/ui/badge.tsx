import type { ComponentChildren } from "preact";

export type Tone = "neutral" | "accent" | "wait" | "done" | "bad";

/** @param outline For a name beside something, rather than a state. */
export function Badge({ tone = "neutral", outline, hint, children }: {
  tone?: Tone;
  outline?: boolean;
  hint?: string;
  children: ComponentChildren;
}) {
  return <span class={`badge ${tone} ${outline ? "outline" : ""}`} title={hint}>{children}</span>;
}

export function Dot({ tone, pulse }: { tone: Tone; pulse?: boolean }) {
  return <span class={`dot ${tone} ${pulse ? "pulse" : ""}`} aria-hidden="true" />;
}
