const LF = 10;
/** A CLI may repeat all the images of a run in one line. */
const MAX_LINE_BYTES = 40 * 1024 * 1024;

export class LineTooLongError extends Error {
  constructor(maxBytes: number) {
    super(`Cannot read a line of more than ${maxBytes} bytes`);
  }
}

/**
 * Splits on LF and on nothing else: U+2028 occurs inside JSON strings and is no line end. A last line without LF
 * is a line too. Holds at most one line, so a reader that pauses also pauses the writer.
 *
 * @throws {LineTooLongError} When a line is longer than `maxBytes`.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array) => {
    bytes += part.length;
    if (bytes > maxBytes) throw new LineTooLongError(maxBytes);
    parts.push(part);
  };
  const take = () => {
    const line = decoder.decode(join(parts, bytes));
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      add(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (bytes > 0) yield take();
}

function join(parts: Uint8Array[], bytes: number): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
