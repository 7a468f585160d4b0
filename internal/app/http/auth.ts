/** Who may call: a bearer token, or a cookie that a single-use code was exchanged for. @module */
import { newId, randomHex } from "../../kernel/ids.ts";

const CODE_MS = 10 * 60_000;
const COOKIE_MS = 90 * 24 * 60 * 60_000;
/** Codes nobody used are forgotten from here on, oldest first. */
const MAX_CODES = 32;

export interface Auth {
  /** A code for one sign-in within ten minutes. */
  issueCode(): string;
  /** The `Set-Cookie` value for a good code; undefined for one that is used, too old or unknown. */
  redeem(code: string): Promise<string | undefined>;
  isBearer(header: string | undefined): boolean;
  hasSession(cookieHeader: string | undefined): Promise<boolean>;
  /** The `Set-Cookie` value that signs this browser out. */
  readonly clearCookie: string;
}

/**
 * @param key Signs cookies; kept on disk, so that open tabs survive a restart.
 * Cookies do not tell ports apart, so the name holds a part of the key: two homes on one machine do not disturb
 * each other.
 */
export async function openAuth(key: Uint8Array<ArrayBuffer>, token: string, now = Date.now): Promise<Auth> {
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digest = hex(await crypto.subtle.digest("SHA-256", key));
  const name = `newpi_${digest.slice(0, 8)}`;
  const attributes = "Path=/; HttpOnly; SameSite=Strict";
  const codes = new Map<string, number>();

  const sign = async (text: string) =>
    hex(await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(text)));

  async function isSigned(value: string): Promise<boolean> {
    const [expires = "", nonce = "", signature = ""] = value.split(".");
    if (!(Number.parseInt(expires, 36) > now())) return false;
    return equal(signature, await sign(`${expires}.${nonce}`));
  }

  return {
    issueCode() {
      const code = randomHex(20);
      codes.set(code, now() + CODE_MS);
      for (const old of [...codes.keys()].slice(0, -MAX_CODES)) codes.delete(old);
      return code;
    },
    async redeem(code) {
      const expires = codes.get(code);
      codes.delete(code);
      if (expires === undefined || expires < now()) return undefined;
      const text = `${(now() + COOKIE_MS).toString(36)}.${newId("s")}`;
      return `${name}=${text}.${await sign(text)}; ${attributes}; Max-Age=${COOKIE_MS / 1000}`;
    },
    isBearer: (header) => header !== undefined && equal(header, `Bearer ${token}`),
    async hasSession(cookieHeader) {
      const values = (cookieHeader ?? "").split(/;\s*/).filter((part) => part.startsWith(`${name}=`));
      for (const value of values) if (await isSigned(value.slice(name.length + 1))) return true;
      return false;
    },
    clearCookie: `${name}=; ${attributes}; Max-Age=0`,
  };
}

/** Takes the same time wherever the first difference is. */
function equal(a: string, b: string): boolean {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  let difference = left.length ^ right.length;
  for (let i = 0; i < left.length; i++) difference |= (left[i] ?? 0) ^ (right[i] ?? 0);
  return difference === 0;
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
