/** Standard input and output without web streams, which would cost a third of the start. @module */

const CHUNK_BYTES = 64 * 1024;

export async function* stdinChunks(): AsyncGenerator<Uint8Array, void> {
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let bytes = await Deno.stdin.read(buffer); bytes !== null; bytes = await Deno.stdin.read(buffer)) {
    yield buffer.slice(0, bytes);
  }
}

/** @returns Writes a line after all before it. When nobody listens any more it does nothing, and fast. */
export function stdoutLines(): (line: string) => Promise<void> {
  const encoder = new TextEncoder();
  let written = Promise.resolve();
  let open = true;
  async function write(bytes: Uint8Array) {
    while (open && bytes.length > 0) {
      try {
        bytes = bytes.subarray(await Deno.stdout.write(bytes));
      } catch {
        open = false;
      }
    }
  }
  return (line) => written = written.then(() => write(encoder.encode(line + "\n")));
}
