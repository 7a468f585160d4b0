/** Primary: reads what the person says and decides what becomes of it. @module */
import { join } from "@std/path";
import type { Notice } from "../contract/common.ts";
import type { Event } from "../contract/log.ts";
import { cancelRuns } from "./cancel.ts";
import { say, spoken } from "./confirm.ts";
import type { WorkContext } from "./context.ts";
import { decide, type Decision, orFail } from "./decide.ts";
import { parseEffects, PrimaryEffect } from "./effects.ts";
import { WorkItemNotFoundError } from "./error.ts";
import { showImages } from "./images.ts";
import { rootOf, runAsOf } from "./items.ts";
import { liveReplies } from "./live_replies.ts";
import { deliver } from "./mail.ts";
import type { Pool } from "./pool.ts";
import { primaryPrompt } from "./prompts.ts";
import { appendDecisions } from "./record.ts";
import { chooseRoute } from "./route.ts";

/** The leading messages that ask for the same agent and model; the others wait for the next turn. */
export function withOneChoice(mail: readonly Event[]): readonly Event[] {
  const choices = mail.map((event) => JSON.stringify(runAsOf(event)));
  const other = choices.findIndex((choice) => choice !== choices[0]);
  return other < 0 ? mail : mail.slice(0, other);
}

/** @param batch All for the same agent and model. */
export async function primaryTurn(context: WorkContext, pool: Pool, batch: readonly Event[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const route = chooseRoute(context, "primary", runAsOf(first));
  const cwd = join(context.roleFolders, "primary");
  await Deno.mkdir(cwd, { recursive: true, mode: 0o700 });
  const openBefore = context.items.open().map((item) => item.id);
  const shown = await showImages(context.home, batch);
  const roots = new Map(batch.map((event) => [event.id, rootOf(event)]));
  using live = liveReplies(
    context.liveText,
    "main",
    (of = "") => roots.get(of) ?? rootOf(batch.at(-1) ?? first),
  );
  const decision = await decide(context, {
    role: "primary",
    route,
    prompt: primaryPrompt(await context.primaryContext(), batch, shown.text),
    images: shown.images,
    cwd,
    address: "primary",
    workItemId: null,
    root: rootOf(first),
    live,
    parse: (answer) => parseEffects(answer, PrimaryEffect),
  });
  const answered = { batch, decision, demo: route.driver.demo, openBefore };
  orFail(context, decision, () => apply(context, pool, answered));
}

interface Answered {
  batch: readonly Event[];
  decision: Decision<PrimaryEffect>;
  demo: boolean;
  /** Open tasks when the question was asked, to notice that the model decided about an older list. */
  openBefore: string[];
}

/** Everything one decision does, in one transaction: it happens once or not at all. Replies come last. */
function apply(context: WorkContext, pool: Pool, answered: Answered): void {
  const { db, log, runs } = context;
  const { batch, decision, demo } = answered;
  const messages = new Map(batch.map((event) => [event.id, event]));
  const last = batch.at(-1);
  if (last === undefined) return;
  const messageOf = (effect: { of?: string }): Event => messages.get(effect.of ?? "") ?? last;
  /** The other messages that an effect is about too. */
  const othersOf = (effect: PrimaryEffect): Event[] => {
    const ids = new Set("also_of" in effect ? effect.also_of : []);
    return batch.filter((event) => ids.has(event.id) && event !== messageOf(effect));
  };

  db.tx(() => {
    appendDecisions(log, { kind: "route.decision", threadId: "main", batch, decision });
    const covered = new Set<string>();
    const confirmations = new Map<Event, Notice[]>();
    for (const effect of decision.effects) {
      const message = messageOf(effect);
      const others = othersOf(effect);
      for (const { id } of [message, ...others]) covered.add(id);
      if (effect.type === "reply") continue;
      const notices = applyOne(context, pool, { effect, message, others, openBefore: answered.openBefore });
      if (notices.length > 0) confirmations.set(message, [...confirmations.get(message) ?? [], ...notices]);
    }
    for (const effect of decision.effects) {
      if (effect.type !== "reply") continue;
      // It stands under each of them: none may look as if it were still waiting.
      for (const message of [messageOf(effect), ...othersOf(effect)]) {
        if (!confirmations.has(message)) reply(message, { text: effect.reply, demo });
      }
    }
    for (const [message, notices] of confirmations) reply(message, spoken(notices));
    for (const message of batch.filter((event) => !covered.has(event.id))) {
      reply(message, decision.prose ? { text: decision.prose, demo } : spoken([say("notHandled")]));
    }
    runs.finishTurn(decision.runId, "unverified");
    log.commitMail("primary", last.seq);
  });

  function reply(message: Event, words: { text: string; notices?: Notice[]; demo?: boolean }) {
    const { demo: isDemo, ...rest } = words;
    log.append({
      source: rest.notices === undefined ? "agent:primary" : "kernel:runtime",
      kind: "agent.reply",
      payload: { ...rest, of: message.id, root: rootOf(message), ...(isDemo ? { demo: true } : {}) },
      threadId: "main",
      causedBy: message.id,
    });
  }
}

interface Effecting {
  effect: Exclude<PrimaryEffect, { type: "reply" }>;
  message: Event;
  /** Messages about the same thing, which go where it goes. */
  others: readonly Event[];
  openBefore: string[];
}

/** @returns What newpi confirms; it replaces whatever the model wanted to say about that message. */
function applyOne(context: WorkContext, pool: Pool, effecting: Effecting): Notice[] {
  const { effect, message, others, openBefore } = effecting;
  const { log, items, runs, limits } = context;
  switch (effect.type) {
    case "create_work_item": {
      const runAs = runAsOf(message) ?? null;
      const { title, brief } = effect;
      const item = items.create({ title, brief, runAs, source: "agent:primary", of: message.id });
      deliver(log, items, limits.maxHops, { message, item, text: brief, by: "model", created: true });
      for (const other of others) {
        deliver(log, items, limits.maxHops, {
          message: other,
          item,
          text: String(other.payload.text),
          by: "model",
        });
      }
      return [];
    }
    case "route":
      return eachItem(context, [effect.work_item_id], (id) => {
        const { message: text, confidence = 1 } = effect;
        deliver(log, items, limits.maxHops, { message, item: items.get(id), text, by: "model", confidence });
      });
    case "set_status": {
      const open = items.open().map((item) => item.id);
      if (effect.all_open && open.toSorted().join() !== openBefore.toSorted().join()) {
        return [say("tasksChanged")];
      }
      const all = effect.all_open ? open : effect.all_items ? items.all().map((item) => item.id) : undefined;
      const ids = [...new Set(all ?? effect.work_item_ids)];
      const missing = eachItem(
        context,
        ids,
        (id) => void items.setStatus(id, effect.status, "agent:primary"),
      );
      const count = ids.length - missing.length;
      return count === 0 && missing.length > 0
        ? missing
        : [say("statusSet", { count, status: effect.status }), ...missing];
    }
    case "cancel": {
      const workers = runs.active().filter((run) => run.kind === "worker");
      const chosen = workers.filter((run) =>
        effect.all_running || effect.work_item_ids?.some((id) => id === run.workItemId)
      );
      if (chosen.length === 0) return [say("nothingRunning")];
      cancelRuns(context, pool, chosen, "the person asked for it");
      return [say("cancelled", { count: chosen.length })];
    }
  }
}

/** @returns A sentence for each id that names no task. */
function eachItem(context: WorkContext, ids: readonly string[], act: (id: string) => void): Notice[] {
  return ids.flatMap((id) => {
    try {
      context.items.get(id);
    } catch (error) {
      if (error instanceof WorkItemNotFoundError) return [say("noSuchTask", { id })];
      throw error;
    }
    act(id);
    return [];
  });
}
