/** Rounds of a life: people talk, newpi is killed, starts again, and must have lost nothing. One home for all. @module */
import assert from "node:assert/strict";
import { join } from "@std/path";
import { Status } from "../../../internal/contract/system.ts";
import { delay } from "../../../internal/kernel/clock.ts";
import type { Home } from "../../../internal/kernel/paths.ts";
import { tempHome } from "../../support/temp.ts";
import { takeAim, type Target, TARGETS } from "./aim.ts";
import { doctor, type Runtime, spawnRuntime, startRuntime } from "./binary.ts";
import { faultsOf } from "./faults.ts";
import { longOrder, order, remark } from "./messages.ts";
import { orphans } from "./orphans.ts";
import { type Person, person } from "./person.ts";
import { noPhases, type Phase, type PhaseCounts, phaseOf } from "./phase.ts";
import { type Random, random } from "./random.ts";
import { untilSettled } from "./settled.ts";
import { readState, type State } from "./state.ts";

export interface Report {
  /** Each kill counts once. */
  phases: PhaseCounts;
  kills: number;
  /** Of the kills during recovery, those after the database was opened: the others were before any of it. */
  opened: number;
  messages: number;
  /** Requests whose answer the kill had cut off, and how many of their messages were stored nevertheless. */
  cutOff: { stored: number; notStored: number };
  /** Ends of worker runs by outcome. */
  outcomes: Record<string, number>;
}

/** About as long as the start goes on once the database is open. */
const RECOVERY_MS = 25;
/** A start that has not opened the database by then will not. */
const START_MS = 20_000;

/** @param seeds One round each. @throws With the seed of the round that found a fault. */
export async function crashRounds(seeds: readonly number[]): Promise<Report> {
  await using home = await tempHome();
  const talker = person();
  const report: Report = {
    phases: noPhases(),
    kills: 0,
    opened: 0,
    messages: 0,
    cutOff: { stored: 0, notStored: 0 },
    outcomes: {},
  };
  let { runtime, startMs } = await startTimed(home);
  try {
    for (const [index, seed] of seeds.entries()) {
      try {
        const chance = random(seed);
        await killSomewhere(home, runtime, { index, chance, talker, report });
        ({ runtime, startMs } = await startAgain(home, { index, chance, report, startMs }));
        await checkAll(home, runtime, { chance, talker });
      } catch (error) {
        throw new Error(`Round ${index + 1}, seed ${seed}`, { cause: error });
      }
    }
    const { events } = await readState(home);
    report.messages = talker.said.length;
    report.outcomes = countBy(
      events.filter(({ kind }) => kind === "run.finished"),
      ({ payload }) => String(payload.outcome),
    );
    return report;
  } finally {
    await runtime.kill();
  }
}

interface Round {
  index: number;
  chance: Random;
  talker: Person;
  report: Report;
}

/** Every phase is aimed at in turn, and then none: all is done. What was hit is read from the disk. */
async function killSomewhere(home: Home, runtime: Runtime, { index, chance, talker, report }: Round) {
  const { latestSeq } = await runtime.get("/api/status", Status);
  const target = TARGETS[index % (TARGETS.length + 1)];
  const shot = target === undefined ? undefined : takeAim(runtime, latestSeq, target, chance);
  const talk = [talkOn(runtime, talker, target ?? "primary turn", chance)];
  if (shot === undefined) {
    await Promise.all(talk);
    await untilSettled(runtime);
    await delay(chance.between(0, 50));
  } else {
    const task = (await shot.seen)?.workItemId ?? undefined;
    if (task !== undefined && chance.chance(0.4)) talk.push(talker.say(runtime, remark(chance), task));
    await shot.moment();
  }
  const unanswered = talker.unanswered();
  await runtime.kill();
  await Promise.all(talk);
  const state = await readState(home);
  noteCutOff(state, talker, report);
  count(report, phaseOf(state, unanswered));
}

/** Several at once, close behind each other; an order first where a run is aimed at. */
async function talkOn(runtime: Runtime, talker: Person, target: Target, chance: Random): Promise<void> {
  // Turns for other messages would hide that a run works.
  const others = target === "run working" ? chance.whole(0, 1) : chance.whole(1, 4);
  const texts = Array.from({ length: others }, () => remark(chance));
  if (target === "accepting") texts.push(...Array.from({ length: 12 }, () => "hello"));
  else if (target === "run working") texts.unshift(longOrder(chance));
  else if (target !== "primary turn") texts.unshift(order(chance));
  const half = Math.ceil(texts.length / 2);
  await Promise.all([texts.slice(0, half), texts.slice(half)].map(async (some) => {
    for (const text of some) await talker.say(runtime, text);
  }));
}

function noteCutOff({ events }: State, talker: Person, report: Report): void {
  const keys = new Set(events.map(({ payload }) => payload.clientKey));
  for (const { ack, clientKey } of talker.said) {
    if (ack === undefined) report.cutOff[keys.has(clientKey) ? "stored" : "notStored"] += 1;
  }
}

/** Every third time the new process is killed too, sometimes twice, unless it is ready before. */
async function startAgain(
  home: Home,
  { index, chance, report, startMs }: Omit<Round, "talker"> & { startMs: number },
): Promise<{ runtime: Runtime; startMs: number }> {
  for (let kills = index % 3 === 2 ? chance.whole(1, 2) : 0; kills > 0; kills--) {
    const opened = await timesOpened(home);
    const starting = spawnRuntime(home);
    const moment = chance.chance(0.4)
      ? delay(chance.between(0.5, 1) * startMs)
      : untilOpened(home, opened).then(() => delay(chance.between(0, RECOVERY_MS)));
    const tooLate = await Promise.race([starting.ready, moment]);
    if (tooLate !== undefined) return { runtime: tooLate, startMs };
    await starting.kill();
    count(report, "recovering");
    if (await timesOpened(home) > opened) report.opened += 1;
  }
  return await startTimed(home);
}

async function untilOpened(home: Home, before: number): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (await timesOpened(home) <= before && Date.now() < deadline) await delay(1);
}

/** By its own log: how often newpi has opened the database of this home. */
async function timesOpened(home: Home): Promise<number> {
  const text = await Deno.readTextFile(join(home.logs, "newpi.log"));
  return text.split('"runtime opened"').length - 1;
}

/** The next start will take about as long as the last one. */
async function startTimed(home: Home): Promise<{ runtime: Runtime; startMs: number }> {
  const started = performance.now();
  return { runtime: await startRuntime(home), startMs: performance.now() - started };
}

function count(report: Report, phase: Phase): void {
  report.phases[phase] += 1;
  report.kills += 1;
}

async function checkAll(
  home: Home,
  runtime: Runtime,
  { chance, talker }: Pick<Round, "chance" | "talker">,
): Promise<void> {
  const unknown = talker.said.filter(({ ack }) => ack === undefined);
  const known = talker.said.filter(({ ack }) => ack !== undefined && chance.chance(0.1));
  for (const entry of [...unknown, ...known]) await talker.sayAgain(runtime, entry);
  await untilSettled(runtime);
  const state = await readState(home);
  assert.deepEqual(faultsOf(state, talker.said), []);
  assert.deepEqual(await orphans(state), []);
  const health = await doctor(home);
  assert.ok(health.ok, JSON.stringify(health.checks));
}

function countBy<T>(values: readonly T[], key: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[key(value)] = (counts[key(value)] ?? 0) + 1;
  return counts;
}
