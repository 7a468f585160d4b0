/** A Hono route and nothing else: it sends the JSON of the file it is given. Prints its port. @module */
import { Hono } from "hono";

const value: Record<string, unknown> = JSON.parse(await Deno.readTextFile(Deno.args[0] ?? ""));
const app = new Hono().get("/", (c) => c.json(value));
const { addr } = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app.fetch);
console.log(addr.port);
