/** A thread of its own that asks again and again: how busy its starter is must not show in the times. @module */
import { delay } from "../../internal/kernel/clock.ts";
import { connect } from "./connection.ts";

export interface Order {
  url: string;
  path: string;
  forMs: number;
}

/** @returns How long each answer took, in milliseconds. */
export function probe(order: Order): Promise<number[]> {
  const worker = new Worker(import.meta.resolve("./probe_worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<number[]>();
  worker.onmessage = ({ data }: MessageEvent<number[]>) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(order);
  return promise.finally(() => worker.terminate());
}

export async function askOn({ url, path, forMs }: Order): Promise<number[]> {
  const times: number[] = [];
  using connection = await connect(url, "");
  for (const end = performance.now() + forMs; performance.now() < end;) {
    const started = performance.now();
    await connection.get(path);
    times.push(performance.now() - started);
    await delay(1);
  }
  return times;
}
