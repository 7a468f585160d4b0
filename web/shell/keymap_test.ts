/// <reference lib="deno.ns" />
import assert from "node:assert/strict";
import { keymap } from "./keymap.ts";

function setUp() {
  const ran: string[] = [];
  let now = 0;
  const bindings = ["c", "g t", "g c", "mod+k", "Escape", "?"].map((keys) => ({
    keys,
    run: () => void ran.push(keys),
  }));
  const press = keymap(() => bindings, () => now);
  const key = (name: string, held: { ctrl?: boolean; alt?: boolean; typing?: boolean } = {}) =>
    press(
      { key: name, ctrlKey: held.ctrl ?? false, metaKey: false, altKey: held.alt ?? false },
      held.typing ?? false,
    );
  return { key, ran, wait: (ms: number) => void (now += ms) };
}

Deno.test("keymap() runs a letter", () => {
  const { key, ran } = setUp();
  assert.equal(key("c"), true);
  assert.deepEqual(ran, ["c"]);
});

Deno.test("keymap() runs a letter after g, and not the letter's own action", () => {
  const { key, ran } = setUp();
  key("g");
  key("c");
  assert.deepEqual(ran, ["g c"]);
});

Deno.test("keymap() forgets g after a while", () => {
  const { key, ran, wait } = setUp();
  key("g");
  wait(1_200);
  key("c");
  assert.deepEqual(ran, ["c"]);
});

Deno.test("keymap() forgets g when another key follows", () => {
  const { key, ran } = setUp();
  for (const name of ["g", "x", "t"]) key(name);
  assert.deepEqual(ran, []);
});

Deno.test("keymap() leaves letters to a field, but not chords and Escape", () => {
  const { key, ran } = setUp();
  assert.equal(key("c", { typing: true }), false);
  key("k", { typing: true, ctrl: true });
  key("Escape", { typing: true });
  assert.deepEqual(ran, ["mod+k", "Escape"]);
});

Deno.test("keymap() leaves the browser's own chords alone", () => {
  const { key, ran } = setUp();
  assert.equal(key("c", { ctrl: true }), false);
  assert.equal(key("c", { alt: true }), false);
  assert.deepEqual(ran, []);
});
