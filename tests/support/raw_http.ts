/** HTTP as bytes: headers that `fetch` would not let a page or a test choose, and answers as they come. @module */

export interface RawRequest {
  method?: string;
  path: string;
  /** Sent as they are; nothing is added but `connection: close` and the length of the body. */
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** @throws {SyntaxError} When it is no JSON. */
  json(): ReturnType<typeof JSON.parse>;
}

export async function rawRequest(url: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const { method = "GET", path, headers = {}, body } = request;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const lines = [`${method} ${path} HTTP/1.1`, "connection: close"];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (bytes !== undefined && !("transfer-encoding" in headers)) lines.push(`content-length: ${bytes.length}`);
  await writeAll(connection, new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`));
  // The server may answer and close before it has read all of a body that it refuses.
  const sent = bytes === undefined ? Promise.resolve() : writeAll(connection, bytes).catch(() => {});
  const answer = parseAnswer(await readAll(connection));
  await sent;
  return answer;
}

async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at, at + 65_536));
}

async function readAll(connection: Deno.TcpConn): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const chunk of connection.readable) chunks.push(new Uint8Array(chunk));
  } catch (error) {
    if (chunks.length === 0) throw error;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function parseAnswer(all: Uint8Array<ArrayBuffer>): RawAnswer {
  const latin = new TextDecoder("latin1").decode(all);
  const end = latin.indexOf("\r\n\r\n");
  const [first = "", ...lines] = latin.slice(0, end).split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  }
  const rest = all.slice(end + 4);
  const bytes = headers.get("transfer-encoding") === "chunked" ? joinChunks(rest) : rest;
  const text = new TextDecoder().decode(bytes);
  return { status: Number(first.split(" ")[1]), headers, text, bytes, json: () => JSON.parse(text) };
}

function joinChunks(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts: number[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf(10, at);
    const length = parseInt(new TextDecoder().decode(body.subarray(at, lineEnd)), 16);
    if (!(length > 0)) break;
    for (const byte of body.subarray(lineEnd + 1, lineEnd + 1 + length)) parts.push(byte);
    at = lineEnd + 1 + length + 2;
  }
  return new Uint8Array(parts);
}
