/** Short words about something that was just done, with one way back. @module */
import { signal } from "@preact/signals";
import type { Timers } from "./timers.ts";

const SHOWN_MS = 6_000;
const MAX_SHOWN = 3;

interface Toast {
  id: number;
  tone: "neutral" | "bad";
  text: string;
  action?: { label: string; run(): void };
}

export function toastsState(timers: Timers) {
  const shown = signal<readonly Toast[]>([]);
  let lastId = 0;

  function dismiss(id: number) {
    shown.value = shown.value.filter((toast) => toast.id !== id);
  }
  return {
    shown,
    dismiss,
    show(toast: Omit<Toast, "id">) {
      const id = ++lastId;
      shown.value = [...shown.value, { ...toast, id }].slice(-MAX_SHOWN);
      timers.after(SHOWN_MS, () => dismiss(id));
    },
  };
}
export type Toasts = ReturnType<typeof toastsState>;
