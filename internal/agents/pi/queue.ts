/**
 * Messages that were handed to pi and not read yet. pi shows the texts that wait in its queue, which it may have
 * rewritten, so they are counted: the queue is read from its front.
 */
export function messageQueue() {
  /** Oldest first. */
  let sent: string[] = [];
  let queued = 0;

  /** @param length Of pi's queue. @returns The messages that left it. */
  function shows(length: number): string[] {
    const left = sent.slice(0, Math.max(0, queued - length));
    sent = sent.slice(left.length);
    queued = length;
    return left;
  }

  return {
    add: (id: string) => void sent.push(id),
    shows,
    /** It is in no queue: refused, or begun at once. */
    remove: (id: string) => void (sent = sent.filter((each) => each !== id)),
    has: (id: string) => sent.includes(id),
    /** Takes all of them out. */
    drain: () => sent.splice(0),
  };
}
