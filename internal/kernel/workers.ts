/** Work off the main thread: typed calls to a worker that is started when needed and ends when idle. @module */
import { delay } from "./clock.ts";
import { AppError, describeError, type ErrorKind } from "./errors.ts";
import { releaseFreedMemory } from "./memory.ts";

/** Functions a worker offers, by name; arguments and results are structured clones. */
// deno-lint-ignore no-explicit-any -- a constraint over functions of any arguments cannot be written otherwise
export type Offers = Record<string, (...args: any[]) => unknown>;

export interface CallMessage {
  id: number;
  name: string;
  args: unknown[];
}
type AnswerMessage =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; error: { kind: ErrorKind; code: string; message: string } };

/** The last message to a worker, and its answer. */
const GOODBYE = "goodbye";

/** An error that happened in a worker, with the kind and code it had there. */
export class WorkerError extends AppError {
  readonly kind: ErrorKind;
  readonly code: string;
  constructor(error: { kind: ErrorKind; code: string; message: string }) {
    super(error.message);
    this.kind = error.kind;
    this.code = error.code;
  }
}

export interface WorkerClient<O extends Offers> {
  /** Bytes among the arguments, or in a list that is one, are given away instead of copied. */
  call<K extends keyof O & string>(name: K, ...args: Parameters<O[K]>): Promise<Awaited<ReturnType<O[K]>>>;
  /** Starts it now, so that the first call does not wait for that. */
  warm(): void;
  /** Calls under way fail. The worker has closed what it had open when this settles. */
  close(): Promise<void>;
}

/** How long a worker may take to close what it has open; then it is ended. */
const GOODBYE_MS = 1000;

/** A live worker costs about 12 MB. */
const IDLE_MS = 60_000;

/**
 * @param init Sent first; must be structured-cloneable.
 * A worker that dies fails the calls under way and is started anew by the next one.
 */
export function workerClient<O extends Offers>(url: URL, init: unknown, idleMs = IDLE_MS): WorkerClient<O> {
  let worker: Worker | undefined;
  let ending: Promise<unknown> = Promise.resolve();
  let idle: number | undefined;
  let nextId = 1;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();

  function live(): Worker {
    clearTimeout(idle);
    if (worker !== undefined) return worker;
    const started = new Worker(url, { type: "module" });
    started.onmessage = (event: MessageEvent<AnswerMessage>) => settle(event.data);
    started.onerror = (event) => {
      event.preventDefault();
      started.terminate();
      if (worker === started) worker = undefined;
      fail(`The worker stopped: ${event.message}`);
    };
    started.postMessage(init);
    return worker = started;
  }

  function settle(answer: AnswerMessage) {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.ok) call?.resolve(answer.value);
    else call?.reject(new WorkerError(answer.error));
    if (waiting.size === 0) rest();
  }

  function rest() {
    clearTimeout(idle);
    idle = setTimeout(() => void stop().then(releaseFreedMemory), idleMs);
    Deno.unrefTimer(idle);
  }

  /** Settles when this worker and those that were told to end before have ended. */
  async function stop() {
    clearTimeout(idle);
    if (worker !== undefined) ending = Promise.all([ending, end(worker)]);
    worker = undefined;
    await ending;
  }

  /** A worker that is only terminated leaves its database connection open for a while. */
  async function end(leaving: Worker) {
    const closed = new AbortController();
    leaving.onmessage = () => closed.abort();
    leaving.postMessage(GOODBYE);
    await delay(GOODBYE_MS, closed.signal);
    leaving.terminate();
  }

  function fail(message: string) {
    for (const call of waiting.values()) {
      call.reject(new WorkerError({ kind: "internal", code: "WORKER_STOPPED", message }));
    }
    waiting.clear();
  }

  return {
    call(name, ...args) {
      const id = nextId++;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      live().postMessage({ id, name, args } satisfies CallMessage, buffersIn(args));
      return answer.promise as ReturnType<WorkerClient<O>["call"]>;
    },
    warm() {
      live();
      if (waiting.size === 0) rest();
    },
    close() {
      fail("the runtime is ending");
      return stop();
    },
  };
}

function buffersIn(args: unknown[]): ArrayBuffer[] {
  const buffers = args.flat().map((arg) => arg instanceof Uint8Array ? arg.buffer : undefined);
  return [...new Set(buffers.filter((buffer) => buffer instanceof ArrayBuffer))];
}

interface WorkerScope {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
}

/** What a worker's file gives: what it can be asked, and how it lets go of what it holds. */
export interface WorkerSide {
  offers: Offers;
  close(): void;
}

/** The other end, called once in the worker's file: the first message opens it, the rest are calls. */
export function serveWorker<Init>(scope: WorkerScope, open: (init: Init) => WorkerSide): void {
  scope.onmessage = (first: MessageEvent<Init>) => {
    const { offers, close } = open(first.data);
    scope.onmessage = async ({ data }: MessageEvent<CallMessage | typeof GOODBYE>) => {
      if (data !== GOODBYE) return scope.postMessage(await answer(offers, data));
      close();
      scope.postMessage(GOODBYE);
    };
  };
}

async function answer(offers: Offers, { id, name, args }: CallMessage): Promise<AnswerMessage> {
  try {
    const offer = offers[name];
    if (offer === undefined) throw new RangeError(`The worker offers no "${name}"`);
    return { id, ok: true, value: await offer(...args) };
  } catch (error) {
    return { id, ok: false, error: describeError(error) };
  }
}
