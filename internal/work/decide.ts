/** One decision of a role: ask its agent, read the effect list, ask once more when there is none. @module */
import type { Usage } from "../contract/runs.ts";
import type { RoleName } from "../contract/settings.ts";
import { type AgentResult, type Image, sumUsage } from "../agents/mod.ts";
import { charters } from "./charters.ts";
import type { WorkContext } from "./context.ts";
import { cut } from "./cut.ts";
import type { Parsed } from "./effects.ts";
import type { LiveReplies } from "./live_replies.ts";
import { AgentFailedError, ShutdownError } from "./error.ts";
import { oneAnswer } from "./one_answer.ts";
import { nudgePrompt } from "./prompts.ts";
import type { Route } from "./route.ts";

export interface Question<E> {
  role: RoleName;
  route: Route;
  prompt: string;
  images: Image[];
  cwd: string;
  /** Mailbox that takes the turn. */
  address: string;
  workItemId: string | null;
  root: string;
  /** Where the answer is seen while it is written. */
  live: LiveReplies;
  parse: (answer: string) => Parsed<E>;
}

/** One answer of the model, as its decision event keeps it. */
export interface Attempt {
  ok: boolean;
  durationMs: number;
  nudged: boolean;
  usage: Usage | null;
}

export interface Decision<E> {
  effects: E[];
  /** The model's last words, when they were no effect list even the second time. */
  prose: string | undefined;
  attempts: Attempt[];
  runId: string;
}

/**
 * @throws {AgentFailedError} The agent gave no answer.
 * @throws {ShutdownError} The runtime ends; the mail stays unread and the turn is taken again.
 */
export async function decide<E>(context: WorkContext, question: Question<E>): Promise<Decision<E>> {
  const { db, runs } = context;
  const { address: owner, workItemId, root, route: { runAs } } = question;
  const runId = db.tx(() => runs.startTurn({ workItemId, owner, runAs, root }));
  try {
    const first = await ask(context, question, runId, question.prompt);
    if (!first.ok) throw failure(runAs.agent, [first]);
    const parsed = question.parse(first.text);
    const attempt = attemptOf(first, parsed.ok, false);
    if (parsed.ok) return { effects: parsed.effects, prose: undefined, attempts: [attempt], runId };

    const again = nudgePrompt(question.prompt, first.text, parsed.problem);
    const second = await ask(context, question, runId, again);
    if (!second.ok) throw failure(runAs.agent, [first, second]);
    const reparsed = question.parse(second.text);
    const attempts = [attempt, attemptOf(second, reparsed.ok, true)];
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

function attemptOf({ durationMs, usage }: AgentResult, ok: boolean, nudged: boolean): Attempt {
  return { ok, durationMs: Math.round(durationMs), nudged, usage };
}

/** A Manager goes on with its last session; when that is gone it starts a new one, once. */
async function ask(
  context: WorkContext,
  question: Question<unknown>,
  runId: string,
  prompt: string,
): Promise<AgentResult> {
  const { runs } = context;
  const { role, route: { runAs }, address } = question;
  const resume = role === "manager" ? runs.lastSession(address, runAs.agent) : undefined;
  const result = await askOnce(context, question, runId, prompt, resume);
  return result.resumeLost ? await askOnce(context, question, runId, prompt) : result;
}

/** What was spent before counts too. */
function failure(agent: string, results: AgentResult[]): AgentFailedError {
  const usage = sumUsage(results.map(({ usage }) => usage));
  return new AgentFailedError(agent, results.at(-1)?.error ?? "it said nothing", usage);
}

async function askOnce(
  context: WorkContext,
  { role, route, images, cwd, live }: Question<unknown>,
  runId: string,
  prompt: string,
  resume?: string,
): Promise<AgentResult> {
  const { db, runs, limits } = context;
  live.restart();
  const charter = charters[role];
  const timeoutMs = limits.turnTimeoutMs;
  const telling = { runId, role, charter, prompt, images, cwd, resume, timeoutMs };
  return await oneAnswer(context, route, telling, (event) => {
    if (event.kind === "delta") live.add(event.text);
    if (event.kind === "session") db.tx(() => runs.setSession(runId, event.sessionId));
  });
}
