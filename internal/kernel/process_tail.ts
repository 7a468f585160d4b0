const KEPT_BYTES = 8192;
const SHOWN_CHARS = 4096;

export interface Tail {
  /** The end of what was written so far, trimmed. */
  text(): string;
  /** The other side closed the stream, or `close` was called. */
  readonly ended: Promise<void>;
  /** Stops reading although the other side may still hold the pipe open. */
  close(): Promise<void>;
}

/** Reads a stream to its end and keeps only the last 8192 bytes, of which 4096 characters are shown. */
export function keepTail(stream: ReadableStream<Uint8Array>): Tail {
  const reader = stream.getReader();
  let kept = new Uint8Array();
  const ended = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const both = new Uint8Array(kept.length + next.value.length);
      both.set(kept);
      both.set(next.value, kept.length);
      kept = both.slice(-KEPT_BYTES);
    }
  })();
  return {
    ended,
    text: () => new TextDecoder().decode(kept).trim().slice(-SHOWN_CHARS),
    async close() {
      await reader.cancel();
      await ended;
    },
  };
}
