/** HTTP/1.1 on a bare connection that stays open: a client that costs little beside the server it measures. @module */

export interface Connection extends Disposable {
  /** @returns The bytes of the body. @throws {Error} For every answer but 200. */
  get(path: string): Promise<number>;
}

const HEAD_END = "\r\n\r\n";

export async function connect(url: string, authorization: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url);
  const socket = await Deno.connect({ hostname, port: Number(port) });
  const decoder = new TextDecoder("latin1");
  const buffer = new Uint8Array(256 * 1024);

  return {
    async get(path) {
      await writeAll(socket, request(path, host, authorization));
      let head = "";
      while (!head.includes(HEAD_END)) {
        head += decoder.decode(buffer.subarray(0, await readSome(socket, buffer)));
      }
      const status = head.slice(9, 12);
      if (status !== "200") throw new Error(`${path} was answered with ${status}`);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      let read = head.length - head.indexOf(HEAD_END) - HEAD_END.length;
      while (read < length) read += await readSome(socket, buffer);
      return length;
    },
    [Symbol.dispose]: () => socket.close(),
  };
}

export interface Listener extends Disposable {
  /** Settles when the stream has ended or was disposed of. */
  readonly done: Promise<void>;
}

/** The live stream. @param heard Called with each piece of text as it arrives. */
export async function listen(
  url: string,
  authorization: string,
  after: number,
  heard: (text: string) => void,
): Promise<Listener> {
  const { hostname, port, host } = new URL(url);
  const socket = await Deno.connect({ hostname, port: Number(port) });
  await writeAll(socket, request(`/api/events/stream?after=${after}`, host, authorization));
  const { promise: greeted, resolve } = Promise.withResolvers<void>();
  async function hear() {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(64 * 1024);
    try {
      while (true) {
        const text = decoder.decode(buffer.subarray(0, await readSome(socket, buffer)), { stream: true });
        if (text.includes("event: hello")) resolve();
        heard(text);
      }
    } catch { /* disposed of, or the server ended it */ }
  }
  const done = hear();
  await greeted;
  return {
    done,
    [Symbol.dispose]() {
      try {
        socket.close();
      } catch { /* the other side was first */ }
    },
  };
}

function request(path: string, host: string, authorization: string): Uint8Array {
  return new TextEncoder().encode(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}${HEAD_END}`,
  );
}

async function writeAll(socket: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await socket.write(bytes.subarray(at));
}

async function readSome(socket: Deno.TcpConn, buffer: Uint8Array): Promise<number> {
  const count = await socket.read(buffer);
  if (count === null) throw new Error("The server closed the connection");
  return count;
}
