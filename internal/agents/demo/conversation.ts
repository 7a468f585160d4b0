import { plainText } from "../claude/blocks.ts";
import { asObject, asObjects, asText, type JsonObject } from "../narrow.ts";
import { managerEffects } from "./manager.ts";
import type { DemoOptions } from "./options.ts";
import { type Effect, primaryEffects } from "./primary.ts";
import type { DemoVoice } from "./voice.ts";

/** `images`: how many came with it. */
export interface Told {
  text: string;
  images: number;
}

interface Message extends Told {
  id: string;
}

interface Answer {
  text: string;
  failed: boolean;
}

/** Messages in, turns out: those that wait share the next turn, a worker takes them into the turn that runs. */
export function demoConversation({ role }: DemoOptions, voice: DemoVoice) {
  const waiting: Message[] = [];
  let changed = Promise.withResolvers<void>();
  let turn = new AbortController();
  let closed = false;
  let abandonedWith: number | null = null;
  let lastFailed = false;
  let calls = 0;

  function wake() {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  function hear(line: JsonObject) {
    if (line.type === "control_request") {
      return answerControl(asText(line.request_id), asObject(line.request));
    }
    if (line.type !== "user") return;
    const id = asText(line.uuid) || crypto.randomUUID();
    const { content } = asObject(line.message);
    const images = asObjects(content).filter(({ type }) => type === "image").length;
    waiting.push({ id, text: plainText(content), images });
    void voice.state("running");
    void voice.lifecycle(id, "queued");
    wake();
  }

  function answerControl(requestId: string, request: JsonObject) {
    const success = (response: JsonObject) =>
      voice.controlResponse({ subtype: "success", request_id: requestId, response });
    if (request.subtype === "initialize") return void success({ commands: [], models: [], account: {} });
    if (request.subtype !== "interrupt") {
      const error = { error: "Unsupported request", error_code: "unsupported_request" };
      return void voice.controlResponse({ subtype: "error", request_id: requestId, ...error });
    }
    const cancelled = request.cancel_queued === true ? waiting.splice(0).map(({ id }) => id) : [];
    for (const id of cancelled) void voice.lifecycle(id, "cancelled");
    void success({ still_queued: waiting.map(({ id }) => id), cancelled });
    turn.abort();
    wake();
  }

  /** No more input: what waits is still done. */
  function close() {
    closed = true;
    wake();
  }

  /** Ends what runs, without a result. */
  function abandon(exitCode: number) {
    abandonedWith ??= exitCode;
    turn.abort();
    wake();
  }

  /** @returns The exit code. */
  async function serve(): Promise<number> {
    while (true) {
      const change = changed.promise;
      if (abandonedWith !== null) return abandonedWith;
      if (waiting.length > 0) {
        await takeTurn();
        continue;
      }
      await voice.state("idle");
      if (closed) return lastFailed ? 1 : 0;
      await change;
    }
  }

  async function takeTurn() {
    const startedAt = performance.now();
    turn = new AbortController();
    const messages = waiting.splice(0);
    const messageIds = messages.map(({ id }) => id);
    for (const id of messageIds) await voice.lifecycle(id, "started");
    await voice.init(messageIds);
    for (const { id, text } of messages) await voice.replay(id, text);
    const { text, failed } = await answer(together(messages), messageIds);
    if (abandonedWith !== null) return;
    const failure = turn.signal.aborted ? "interrupted" : failed ? "failed" : null;
    if (failure === null) await voice.text(text);
    const durationMs = Math.round(performance.now() - startedAt);
    await voice.result({ text, failure, messageIds, queued: waiting.length, durationMs });
    for (const id of messageIds) await voice.lifecycle(id, failure === null ? "completed" : "cancelled");
    lastFailed = failure !== null;
  }

  async function answer({ text: prompt, images }: Told, messageIds: string[]): Promise<Answer> {
    if (role === "primary") return inJson(primaryEffects(prompt, images));
    if (role === "manager") return inJson(managerEffects(prompt, images));
    if (role === "distiller") return inJson([]);
    // Files and processes come with the worker alone: the reasoning roles start faster without.
    const { work } = await import("./worker.ts");
    return await work({
      prompt,
      images,
      cwd: Deno.cwd(),
      voice,
      signal: turn.signal,
      nextCallId: () => `toolu_demo_${++calls}`,
      steered: () => takeIn(messageIds),
    });
  }

  async function takeIn(messageIds: string[]): Promise<Told[]> {
    const messages = waiting.splice(0);
    for (const { id, text } of messages) {
      messageIds.push(id);
      await voice.replay(id, text);
      await voice.lifecycle(id, "started");
    }
    return messages;
  }

  return { hear, close, abandon, serve };
}

function together(messages: readonly Message[]): Told {
  return {
    text: messages.map(({ text }) => text).join("\n"),
    images: messages.reduce((sum, { images }) => sum + images, 0),
  };
}

function inJson(effects: Effect[]): Answer {
  return { text: "```json\n" + JSON.stringify({ effects }, null, 2) + "\n```", failed: false };
}
