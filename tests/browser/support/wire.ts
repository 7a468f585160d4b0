/** A line between a browser and newpi that can break in the ways of real ones. @module */

/**
 * `cut`: whoever is connected is thrown out, and so is who comes. `deaf`: what newpi answers is lost, what it is
 * told arrives. `still`: nothing moves any more, and nobody says so.
 */
export type WireState = "whole" | "cut" | "deaf" | "still";

export interface Wire extends AsyncDisposable {
  /** Where the browser reaches newpi through it. */
  readonly origin: string;
  set(state: WireState): void;
}

/** @param target The origin of the runtime. */
export function openWire(target: string): Wire {
  const { hostname, port } = new URL(target);
  const listener = Deno.listen({ hostname, port: 0 });
  const open = new Set<Deno.Conn>();
  let state: WireState = "whole";
  let changed = Promise.withResolvers<void>();

  async function untilItMoves() {
    while (state === "still") await changed.promise;
  }
  async function carry(from: Deno.Conn, to: Deno.Conn, isAnswer: boolean) {
    try {
      for await (const bytes of from.readable) {
        await untilItMoves();
        if (isAnswer && state === "deaf") break;
        await to.write(bytes);
      }
    } catch {
      // The other side hung up, or the line was cut.
    } finally {
      for (const end of [from, to]) close(end);
    }
  }
  function close(end: Deno.Conn) {
    open.delete(end);
    try {
      end.close();
    } catch { /* it was closed already */ }
  }
  async function accept() {
    for await (const browser of listener) {
      if (state === "cut") {
        browser.close();
        continue;
      }
      const newpi = await Deno.connect({ hostname, port: Number(port) }).catch(() => null);
      if (newpi === null) {
        browser.close();
        continue;
      }
      for (const end of [browser, newpi]) open.add(end);
      void carry(browser, newpi, false);
      void carry(newpi, browser, true);
    }
  }
  const accepting = accept();

  return {
    origin: `http://${hostname}:${listener.addr.port}`,
    set(next) {
      state = next;
      changed.resolve();
      changed = Promise.withResolvers();
      if (next === "cut") [...open].forEach(close);
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      [...open].forEach(close);
      await accepting;
    },
  };
}
