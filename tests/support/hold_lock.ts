/** A process that takes a lock, says whether it got it, and keeps it until it is ended or its stdin closes. @module */
import { tryLock } from "../../internal/kernel/lock.ts";

const lock = tryLock(Deno.args[0] ?? "");
console.log(lock === undefined ? "busy" : "held");
await Deno.stdin.read(new Uint8Array(1));
