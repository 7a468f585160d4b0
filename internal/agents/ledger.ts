/** What became of the messages that were sent to a CLI: the end of a run depends on every one of them. @module */

export type Settlement = "done" | "failed" | "cancelled";

interface Message {
  text: string;
  taken: boolean;
  settlement: Settlement | null;
}

export function messageLedger() {
  const messages = new Map<string, Message>();

  function sent(id: string, text: string) {
    messages.set(id, { text, taken: false, settlement: null });
  }

  /** @returns The ids that were not known to be taken in yet. */
  function taken(ids: string[]): string[] {
    return ids.filter((id) => {
      const message = messages.get(id);
      if (message === undefined || message.taken) return false;
      return message.taken = true;
    });
  }

  /** A replay of several messages at once bears the id of one and the texts of all, joined by LF. */
  function replayed(id: string, text: string): string[] {
    if (messages.get(id)?.text === text) return taken([id]);
    const waiting = [...messages].filter(([, message]) => !message.taken && isPartOf(message.text, text));
    return taken([...waiting.map(([id]) => id), id]);
  }

  /** The first settlement of a message stands. */
  function settle(ids: Iterable<string>, settlement: Settlement) {
    for (const id of ids) {
      const message = messages.get(id);
      if (message !== undefined) message.settlement ??= settlement;
    }
  }

  /** For CLIs that do not say which messages a result answers: all that were taken in before it. */
  function settleTaken(settlement: Settlement) {
    settle([...messages].filter(([, message]) => message.taken).map(([id]) => id), settlement);
  }

  const allSettled = () => [...messages.values()].every((message) => message.settlement !== null);

  const knows = (id: string) => messages.has(id);
  const isTaken = (id: string) => messages.get(id)?.taken ?? false;

  /** @param unsettled What became of a message that was never settled. */
  function states<Other extends string>(
    unsettled: (isTaken: boolean) => Other,
  ): Record<string, Settlement | Other> {
    return Object.fromEntries(
      [...messages].map(([id, { settlement, taken }]) => [id, settlement ?? unsettled(taken)]),
    );
  }

  return { sent, taken, replayed, settle, settleTaken, allSettled, knows, isTaken, states };
}

function isPartOf(text: string, merged: string): boolean {
  return `\n${merged}\n`.includes(`\n${text}\n`);
}
