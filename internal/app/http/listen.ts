/** Where the server listens: loopback and the usual ports, unless told. @module */
import { InvalidError } from "../../kernel/errors.ts";
import { AddressInUseError } from "../error.ts";

export interface Address {
  hostname: string;
  port: number;
}

const LOOPBACK = "127.0.0.1";
/** A port that stays the same keeps what the browser remembers for the page. */
const USUAL_PORTS = [2718, 2719, 2720, 2721, 0];

/** @param text `host:port`, `:port` or `[v6]:port`; undefined: the usual ports in turn. */
export function addressesToTry(text: string | undefined): Address[] {
  if (text === undefined) return USUAL_PORTS.map((port) => ({ hostname: LOOPBACK, port }));
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]*):(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match === null || port > 65_535) {
    throw new InvalidError(
      `Cannot listen on "${text}": expected host:port, such as 127.0.0.1:2718`,
      "ADDRESS_INVALID",
    );
  }
  return [{ hostname: (match[1] || LOOPBACK).replaceAll(/[[\]]/g, ""), port }];
}

/** Names that requests may be addressed to. */
export function hostNames(hostname: string): ReadonlySet<string> {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  const isEverywhere = hostname === "0.0.0.0" || hostname === "::";
  const own = isEverywhere ? Deno.networkInterfaces().map((each) => each.address) : [hostname];
  return new Set([...names, ...own.map(bracketed)]);
}

/** What this machine itself calls the server: an address that means "everywhere" is none to go to. */
export function reachableName(hostname: string): string {
  if (hostname === "0.0.0.0") return LOOPBACK;
  return hostname === "::" ? "[::1]" : bracketed(hostname);
}

function bracketed(hostname: string): string {
  return hostname.includes(":") ? `[${hostname.toLowerCase()}]` : hostname.toLowerCase();
}

/**
 * The first address that is free.
 *
 * @throws {AddressInUseError} None is.
 * @throws {InvalidError} Not an address of this machine, or one that only the administrator may use.
 */
export function listen(
  addresses: readonly Address[],
  handler: Deno.ServeHandler,
): Deno.HttpServer<Deno.NetAddr> {
  for (const { hostname, port } of addresses) {
    try {
      return Deno.serve({ hostname, port, onListen: () => {} }, handler);
    } catch (error) {
      if (error instanceof Deno.errors.AddrInUse) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new InvalidError(`Cannot listen on ${bracketed(hostname)}:${port}: ${reason}`, "ADDRESS_INVALID");
    }
  }
  const tried = addresses.map(({ hostname, port }) => `${bracketed(hostname)}:${port}`).join(", ");
  throw new AddressInUseError(`Cannot listen on ${tried}: another program does`);
}
