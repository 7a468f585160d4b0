/** What Primary is told beside its messages: the time, the tasks, the last turns of the conversation. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { Event } from "../contract/log.ts";
import { logReads } from "../log/mod.ts";
import type { openBoard } from "./board.ts";

const MAX_ITEMS = 50;
const MAX_TURNS = 12;
const MAX_CHARS = 6000;
const MAX_MESSAGE = 300;
const MAX_ANSWER = 400;
const MAX_ANSWERS = 2;

export function openPrimaryContext(db: Db, board: ReturnType<typeof openBoard>) {
  const log = logReads(db);

  return function primaryContext(): string {
    const events = log.list({ conversation: "1", limit: 200 })?.events ?? [];
    const items = board.cards(false).slice(0, MAX_ITEMS)
      .map(({ item, state }) => `- ${item.id} [${state}] ${oneLine(item.title, 200)}`);
    const turns = recentTurns(events);
    return [
      `Now: ${new Date().toString()}`,
      ...(items.length === 0 ? [] : [`## Tasks\n${items.join("\n")}`]),
      ...(turns.length === 0 ? [] : [`## Recent conversation\n${turns.join("\n")}`]),
    ].join("\n\n");
  };
}

/** Newest turns that fit; messages without an answer are the ones being decided now and are left out. */
function recentTurns(events: readonly Event[]): string[] {
  const answers = Map.groupBy(
    events.filter(({ kind }) => ["agent.reply", "agent.error", "escalation"].includes(kind)),
    (event) => String(event.payload.root),
  );
  const turns: string[] = [];
  let left = MAX_CHARS;
  for (const message of events.toReversed()) {
    const given = answers.get(message.id);
    if (message.kind !== "user.message" || given === undefined) continue;
    const lines = [
      `- person: ${oneLine(String(message.payload.text), MAX_MESSAGE)}`,
      ...given.slice(-MAX_ANSWERS).map((event) => `  agent: ${oneLine(wordsOf(event), MAX_ANSWER)}`),
    ];
    const text = lines.join("\n");
    left -= text.length;
    if (left < 0 || turns.length === MAX_TURNS) break;
    turns.unshift(text);
  }
  return turns;
}

/** Without the failed ones, "try it again" would mean nothing. */
function wordsOf({ payload: { text, question, error } }: Event): string {
  return String(text ?? question ?? `(gave no answer: ${error})`);
}

function oneLine(text: string, most: number): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return flat.length <= most ? flat : `${flat.slice(0, most)}...`;
}
