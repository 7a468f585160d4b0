import { askOn, type Order } from "./probe.ts";

/** What a worker's global scope has; the compiler is told about that of a main program. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Order>) => void;
  postMessage(times: number[]): void;
};
scope.onmessage = async ({ data }) => scope.postMessage(await askOn(data));
