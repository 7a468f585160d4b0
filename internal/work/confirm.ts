/** Sentences that newpi itself says; each is stored in English with the key that the page translates. @module */
import type { Notice } from "../contract/common.ts";

const english = {
  runCancelled: () => "The run was cancelled.",
  notHandled: () => "This message was not dealt with. Please say it in another way.",
  nothingRunning: () => "Nothing is running.",
  cancelled: (p: { count: number }) => p.count === 1 ? "Stopped 1 run." : `Stopped ${p.count} runs.`,
  statusSet: (p: { count: number; status: string }) =>
    `${p.count === 1 ? "1 task is" : `${p.count} tasks are`} now ${p.status}.`,
  noSuchTask: (p: { id: string }) => `There is no task ${p.id}.`,
  tasksChanged: () => "The list of tasks changed in the meantime, so nothing was done. Please say it again.",
} as const;

type Keys = keyof typeof english;

/** One thing to say. `say("cancelled", { count: 2 })`. */
export function say<K extends Keys>(key: K, ...params: Parameters<(typeof english)[K]>): Notice {
  const values = params[0] as Record<string, string | number> | undefined;
  return values === undefined ? { key } : { key, params: values };
}

/** The payload part of a reply that newpi wrote. */
export function spoken(notices: Notice[]): { text: string; notices: Notice[] } {
  return { text: notices.map(inEnglish).join(" "), notices };
}

function inEnglish({ key, params }: Notice): string {
  const sentence = english[key as Keys] as (values: unknown) => string;
  return sentence(params);
}
