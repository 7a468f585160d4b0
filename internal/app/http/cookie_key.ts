/** The key that signs cookies: made once per home. @module */

const KEY_BYTES = 32;

export async function readCookieKey(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const key = await Deno.readFile(path);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  // A key of another length was cut by a crash: tabs have to sign in again, which is all a new one costs.
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  await Deno.writeFile(path, key, { mode: 0o600 });
  return key;
}
