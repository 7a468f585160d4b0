/** One decision of a role: ask its agent, read the effect list, ask once more when there is none. @module */
import type { AgentKind } from "../contract/common.ts";
import type { RoleName } from "../contract/settings.ts";
import type { AgentResult, Driver } from "../agents/mod.ts";
import { charters } from "./charters.ts";
import type { WorkContext } from "./context.ts";
import { cut } from "./cut.ts";
import type { Parsed } from "./effects.ts";
import { AgentFailedError, AgentNotConfiguredError, ShutdownError } from "./error.ts";
import { nudgePrompt } from "./prompts.ts";

export interface Question<E> {
  role: RoleName;
  driver: Driver;
  prompt: string;
  cwd: string;
  /** Mailbox that takes the turn. */
  address: string;
  workItemId: string | null;
  root: string;
  parse: (answer: string) => Parsed<E>;
}

/** One answer of the model, as its decision event keeps it. */
export interface Attempt {
  ok: boolean;
  durationMs: number;
  nudged: boolean;
}

export interface Decision<E> {
  effects: E[];
  /** The model's last words, when they were no effect list even the second time. */
  prose: string | undefined;
  attempts: Attempt[];
  runId: string;
}

/** @throws {AgentNotConfiguredError} Nobody chose an agent, or it is not in this build. */
export function chooseDriver(context: WorkContext, kind: AgentKind | null | undefined): Driver {
  if (kind === null || kind === undefined) {
    throw new AgentNotConfiguredError(
      "No agent is chosen yet: choose one in the settings, or use the demo agent",
    );
  }
  const driver = context.drivers.get(kind);
  if (driver === undefined) {
    throw new AgentNotConfiguredError(`The agent "${kind}" is not part of this version`);
  }
  return driver;
}

/**
 * @throws {AgentFailedError} The agent gave no answer.
 * @throws {ShutdownError} The runtime ends; the mail stays unread and the turn is taken again.
 */
export async function decide<E>(context: WorkContext, question: Question<E>): Promise<Decision<E>> {
  const { db, runs } = context;
  const { address: owner, workItemId, root, driver } = question;
  const runId = db.tx(() => runs.startTurn({ workItemId, owner, agent: driver.kind, root }));
  try {
    const first = await ask(context, question, runId, question.prompt);
    const parsed = question.parse(first.text);
    const attempt = { ok: parsed.ok, durationMs: first.durationMs, nudged: false };
    if (parsed.ok) return { effects: parsed.effects, prose: undefined, attempts: [attempt], runId };

    const again = nudgePrompt(question.prompt, first.text, parsed.problem);
    const second = await ask(context, question, runId, again);
    const reparsed = question.parse(second.text);
    const attempts = [attempt, { ok: reparsed.ok, durationMs: second.durationMs, nudged: true }];
    if (reparsed.ok) return { effects: reparsed.effects, prose: undefined, attempts, runId };
    return { effects: [], prose: cut(second.text.trim()), attempts, runId };
  } catch (error) {
    db.tx(() => runs.finishTurn(runId, error instanceof ShutdownError ? "lost" : "failed"));
    throw error;
  }
}

/** A turn whose effects cannot be stored has failed too. */
export function orFail<T>({ db, runs }: WorkContext, { runId }: Decision<unknown>, apply: () => T): T {
  try {
    return apply();
  } catch (error) {
    db.tx(() => runs.finishTurn(runId, "failed"));
    throw error;
  }
}

async function ask(
  context: WorkContext,
  { role, driver, cwd }: Question<unknown>,
  runId: string,
  prompt: string,
): Promise<AgentResult> {
  const { stopping, env, limits } = context;
  if (stopping.aborted) throw new ShutdownError("newpi is stopping");
  const session = driver.start({
    runId,
    role,
    charter: charters[role],
    prompt,
    messageId: crypto.randomUUID(),
    cwd,
    env,
    timeoutMs: limits.turnTimeoutMs,
  });
  const kill = () => void session.kill();
  stopping.addEventListener("abort", kill, { once: true });
  try {
    for await (const _ of session.events); // the brake on the agent's output is that somebody reads it
    const result = await session.result;
    if (stopping.aborted) throw new ShutdownError("newpi is stopping");
    if (!result.ok) throw new AgentFailedError(driver.kind, result.error ?? "it said nothing");
    return result;
  } finally {
    stopping.removeEventListener("abort", kill);
  }
}
