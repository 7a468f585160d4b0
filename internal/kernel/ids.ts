/** Random ids: a prefix that names the table, then 12 characters of base 32 (60 bits). @module */

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export function newId<P extends string>(prefix: P): `${P}${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `${prefix}${Array.from(bytes, (byte) => ALPHABET[byte & 31]).join("")}`;
}

/** Random bytes as lower-case hex, for tokens. */
export function randomHex(byteCount: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (b) => b.toString(16).padStart(2, "0"))
    .join("");
}
