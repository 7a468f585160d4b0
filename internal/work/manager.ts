/** A task's Manager: reads the person's words and the results of runs, and decides the next step. @module */
import type { RunAs } from "../contract/common.ts";
import type { Event } from "../contract/log.ts";
import type { WorkItem } from "../contract/work.ts";
import { say, spoken } from "./confirm.ts";
import type { WorkContext } from "./context.ts";
import { decide, type Decision, orFail } from "./decide.ts";
import { ManagerEffect, type Parsed, parseEffects } from "./effects.ts";
import { showImages } from "./images.ts";
import { rootOf, runAsOf } from "./items.ts";
import { liveReplies } from "./live_replies.ts";
import { stopAtHopLimit } from "./mail.ts";
import type { Pool } from "./pool.ts";
import { managerPrompt } from "./prompts.ts";
import { appendDecisions } from "./record.ts";
import { chooseRoute } from "./route.ts";
import { steerIntoRun } from "./steer.ts";
import { recordSteer } from "./worker_run.ts";
import { ensureWorkspace, writeUnderstanding } from "./workspace.ts";

const KERNEL = "kernel:runtime";

export async function managerTurn(
  context: WorkContext,
  pool: Pool,
  item: WorkItem,
  batch: readonly Event[],
): Promise<void> {
  const { log } = context;
  const last = batch.at(-1);
  if (last === undefined) return;
  if (batch.every((event) => event.payload.outcome === "cancelled")) {
    confirmCancelled(context, item, batch, last);
    return;
  }
  const fromPerson = batch.every((event) => event.kind === "user.message");
  if (fromPerson && await steerIntoRun(context, pool, item, batch)) return;
  const chosen = batch.map(runAsOf).findLast((choice) => choice !== undefined);
  const route = chooseRoute(context, "manager", chosen, item.runAs);
  const worker = chooseRoute(context, "worker", chosen, item.runAs).runAs;
  const understanding = log.lastOfKind(item.id, "work_item.understanding");
  const history = log.list({ item: item.id, limit: 40 })?.events ?? [];
  await ensureWorkspace(item, briefOf(log.lastOfKind(item.id, "work_item.created"), batch));
  const shown = await showImages(context.home, batch.flatMap((event) => wordsIn(context, event)));
  const roots = new Map(batch.map((event) => [event.id, rootOf(event)]));
  using live = liveReplies(context.liveText, item.threadId, (of = "") => roots.get(of) ?? rootOf(last));
  const decision = await decide(context, {
    role: "manager",
    route,
    prompt: managerPrompt(item, {
      understanding: understanding && String(understanding.payload.text),
      history,
      batch,
      steered: (runId) => context.runs.steered(runId),
      images: shown.text,
    }),
    images: shown.images,
    cwd: item.workspace,
    address: `manager:${item.id}`,
    workItemId: item.id,
    root: rootOf(last),
    live,
    parse: parseManager,
  });
  const answered = { item, batch, last, decision, worker, demo: route.driver.demo };
  const understood = orFail(context, decision, () => apply(context, pool, answered));
  if (understood !== undefined) await writeUnderstanding(context.logger, item, understood);
}

/** The messages that an event of the mailbox tells of: itself, or those that came too late for a run. */
function wordsIn({ runs, log }: WorkContext, event: Event): Event[] {
  if (event.kind !== "run.finished" || event.runId === null) return [event];
  const late = runs.steered(event.runId).filter((words) => words.late);
  return late.flatMap(({ of }) => log.get(of) ?? []);
}

/** A list that moves nothing is asked for once more, like prose. */
export function parseManager(answer: string): Parsed<ManagerEffect> {
  const parsed = parseEffects(answer, ManagerEffect);
  if (parsed.ok && parsed.effects.every((effect) => effect.type === "understanding")) {
    return { ok: false, problem: "it has none of spawn, reply, escalate, done" };
  }
  if (parsed.ok && parsed.effects.filter(({ type }) => type === "spawn").length > 1) {
    return { ok: false, problem: "it has more than one spawn; one worker works on a task at a time" };
  }
  if (parsed.ok && parsed.effects.some(isDone) && !parsed.effects.some((effect) => effect.type === "reply")) {
    return { ok: false, problem: "done needs a reply beside it that tells the person" };
  }
  return parsed;
}

const isDone = (effect: ManagerEffect) => effect.type === "done";

/** A task that the person made on the page has its words in the message alone, where they can be hidden. */
function briefOf(created: Event | undefined, [first]: readonly Event[]): string {
  return String(created?.payload.brief || first?.payload.text || "");
}

function confirmCancelled(context: WorkContext, item: WorkItem, batch: readonly Event[], last: Event): void {
  const { db, log } = context;
  db.tx(() => {
    for (const event of batch) {
      reply(context, item, event, { ...spoken([say("runCancelled")]), source: KERNEL });
    }
    log.commitMail(`manager:${item.id}`, last.seq);
  });
}

interface Answered {
  item: WorkItem;
  batch: readonly Event[];
  last: Event;
  decision: Decision<ManagerEffect>;
  worker: RunAs;
  demo: boolean;
}

/**
 * One transaction; replies and `done` come after everything else, and not at all when a run was refused.
 *
 * @returns What the task is now understood to be, if that is new.
 */
function apply(context: WorkContext, pool: Pool, answered: Answered): string | undefined {
  const { db, log, runs } = context;
  const { item, batch, last, decision, demo } = answered;
  const messages = new Map(batch.map((event) => [event.id, event]));
  const root = rootOf(last);

  return db.tx(() => {
    const decided = appendDecisions(log, {
      kind: "manager.decision",
      threadId: item.threadId,
      workItemId: item.id,
      batch,
      decision,
    });
    const understanding = decision.effects.findLast((effect) => effect.type === "understanding");
    if (understanding !== undefined) understand(understanding.text);
    const spawn = decision.effects.find((effect) => effect.type === "spawn");
    const spawned = spawn === undefined || order(spawn, decided);
    for (const effect of decision.effects) if (effect.type === "escalate") escalate(effect);
    if (spawned) {
      for (const effect of decision.effects) {
        if (effect.type !== "reply") continue;
        reply(context, item, messages.get(effect.of ?? "") ?? last, { text: effect.reply, demo });
      }
      if (spawn === undefined) answerTheOthers();
      if (decision.prose) reply(context, item, last, { text: decision.prose, demo });
      if (decision.prose === "") {
        reply(context, item, last, { ...spoken([say("notHandled")]), source: KERNEL });
      }
    }
    if (spawned && decision.effects.some((effect) => effect.type === "done")) {
      context.items.setStatus(item.id, "done", "agent:manager");
    }
    runs.finishTurn(decision.runId, "unverified");
    log.commitMail(`manager:${item.id}`, last.seq);
    return understanding?.text;
  });

  function understand(text: string) {
    log.append({
      source: "agent:manager",
      kind: "work_item.understanding",
      payload: { text, root },
      threadId: item.threadId,
      workItemId: item.id,
      causedBy: last.id,
    });
  }

  function oneOfEachOtherRoot(): Event[] {
    const said = batch.filter((event) => event.kind === "user.message" && rootOf(event) !== root);
    return [...new Map(said.map((event) => [rootOf(event), event])).values()];
  }

  /** One answer to several messages stands under each of them that has none of its own. */
  function answerTheOthers() {
    const replies = decision.effects.filter((effect) => effect.type === "reply");
    const text = replies.at(-1)?.reply;
    if (text === undefined) return;
    const answered = new Set(replies.map(({ of }) => rootOf(messages.get(of ?? "") ?? last)));
    const others = oneOfEachOtherRoot().filter((message) => !answered.has(rootOf(message)));
    for (const message of others) reply(context, item, message, { text, demo });
  }

  /** @returns False when the chain has gone on by itself for too long and the person is asked instead. */
  function order(spawn: Extract<ManagerEffect, { type: "spawn" }>, decided: Event): boolean {
    const mailbox = `manager:${item.id}`;
    if (last.hop + 1 > context.limits.maxHops) {
      stopAtHopLimit(log, {
        cause: last,
        item,
        limit: context.limits.maxHops,
        blockedKind: "run.started",
        mailbox,
      });
      return false;
    }
    const run = runs.queueWorker({
      workItemId: item.id,
      threadId: item.threadId,
      owner: mailbox,
      runAs: answered.worker,
      instructions: spawn.instructions,
      expect: spawn.expect,
      root,
      causedBy: decided.id,
      hop: last.hop,
    });
    // The other messages of this turn are part of what the worker is told, and hear of it by this run.
    const first = runs.order(run.id).event;
    for (const message of oneOfEachOtherRoot()) {
      recordSteer(context, first, message, { queued: false, late: false });
    }
    db.afterCommit(() => pool.enqueue(run));
    return true;
  }

  function escalate(effect: Extract<ManagerEffect, { type: "escalate" }>) {
    const options = cleanOptions(effect.options ?? []);
    log.append({
      source: "agent:manager",
      kind: "escalation",
      payload: {
        reason: "question",
        question: effect.question,
        of: last.id,
        root,
        path: [{ workItemId: item.id, title: item.title, tried: effect.tried }],
        ...(options.length < 2 ? {} : { options }),
      },
      threadId: "main",
      workItemId: item.id,
      causedBy: last.id,
    });
  }
}

interface Words {
  text: string;
  notices?: { key: string }[];
  demo?: boolean;
  source?: string;
}

function reply(context: WorkContext, item: WorkItem, message: Event, words: Words): void {
  const { demo, source = "agent:manager", ...rest } = words;
  context.log.append({
    source,
    kind: "agent.reply",
    payload: { ...rest, of: message.id, root: rootOf(message), ...(demo ? { demo: true } : {}) },
    threadId: item.threadId,
    workItemId: item.id,
    causedBy: message.id,
  });
}

/** Two to five, short, each once. */
function cleanOptions(options: readonly string[]): string[] {
  const short = options.map((option) => [...option.trim()].slice(0, 80).join("")).filter((option) =>
    option !== ""
  );
  return [...new Set(short)].slice(0, 5);
}
