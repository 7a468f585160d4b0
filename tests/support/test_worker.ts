/** A worker for the tests of `workerClient`. Notes its comings and goings in the folder it is opened with. @module */
import { AppError } from "../../internal/kernel/errors.ts";
import { serveWorker } from "../../internal/kernel/workers.ts";

class TeapotError extends AppError {
  readonly kind = "limited";
  readonly code = "TEAPOT";
}

export type TestOffers = ReturnType<typeof offers>;

function offers(instance: string) {
  return {
    instance: () => instance,
    add: (a: number, b: number) => a + b,
    later: async (value: string) => await Promise.resolve(value),
    takes: (ms: number) => new Promise<number>((resolve) => setTimeout(() => resolve(ms), ms)),
    lengths: (...lists: Uint8Array[][]) => lists.flat().map((bytes) => bytes.length),
    refuse: (): never => {
      throw new TeapotError("Cannot brew coffee");
    },
    break: (): never => {
      throw new RangeError("a bug");
    },
    /** An error that nobody catches ends a worker. */
    die: () => {
      setTimeout(() => {
        throw new Error("out of luck");
      });
      return new Promise<void>(() => {});
    },
  };
}

serveWorker<{ folder: string }>(
  self as unknown as Parameters<typeof serveWorker>[0],
  ({ folder }) => {
    const note = (word: string) => Deno.writeTextFileSync(`${folder}/${word}`, "");
    note("opened");
    return { offers: offers(crypto.randomUUID()), close: () => note("closed") };
  },
);
