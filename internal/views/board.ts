/** Cards of work items: the item, what it is doing, what it said last. @module */
import type { Db } from "../kernel/sqlite.ts";
import type { WorkItemCard, WorkItemState } from "../contract/work.ts";
import { WorkItemNotFoundError } from "../work/mod.ts";

const MAX_CARDS = 500;
const MAX_REPLY = 1200;

/** One row per item; every subselect is answered from an index. */
const CARDS = `SELECT w.id, w.title, w.status, w.workspace, w.thread_id AS threadId, w.parent_id AS parentId,
  w.run_as AS runAs, w.created_at AS createdAt, w.updated_at AS updatedAt,
  r.id AS runId, r.status AS runStatus, r.started_at AS runStartedAt,
  (SELECT count(*) FROM events WHERE run_id = r.id AND kind = 'side_effect.intent') AS toolCalls,
  (SELECT json_extract(payload, '$.tool') || ' ' || json_extract(payload, '$.input') FROM events
    WHERE run_id = r.id AND kind = 'side_effect.intent' ORDER BY seq DESC LIMIT 1) AS lastTool,
  (SELECT max(seq) FROM events WHERE work_item_id = w.id AND kind = 'agent.reply') AS replySeq,
  (SELECT max(seq) FROM events WHERE work_item_id = w.id AND kind = 'escalation') AS questionSeq,
  (SELECT max(seq) FROM events WHERE work_item_id = w.id AND kind = 'user.message') AS messageSeq,
  EXISTS (SELECT 1 FROM events e JOIN cursors c ON c.consumer = 'mailbox:manager:' || w.id
    WHERE e.mailbox = 'manager:' || w.id AND e.seq > c.seq) AS hasMail
  FROM work_items w
  LEFT JOIN runs r ON r.id = (SELECT id FROM runs WHERE work_item_id = w.id AND kind = 'worker'
    AND status <> 'finished' ORDER BY created_at LIMIT 1)`;

interface CardRow extends Omit<WorkItemCard["item"], "runAs"> {
  runAs: string | null;
  runId: string | null;
  runStatus: string | null;
  runStartedAt: string | null;
  toolCalls: number;
  lastTool: string | null;
  replySeq: number | null;
  questionSeq: number | null;
  messageSeq: number | null;
  hasMail: number;
}

export function openBoard(db: Db) {
  const open = db.prepare(
    `${CARDS} WHERE w.status <> 'closed' ORDER BY w.updated_at DESC LIMIT ${MAX_CARDS}`,
  );
  const all = db.prepare(`${CARDS} ORDER BY w.updated_at DESC LIMIT ${MAX_CARDS}`);
  const one = db.prepare(`${CARDS} WHERE w.id = ?`);
  const words = db.prepare("SELECT id, ts, payload FROM events WHERE seq = ?");

  const said = (seq: number) => {
    const row = words.get<{ id: string; ts: string; payload: string }>(seq);
    return row === undefined ? undefined : { ...row, payload: JSON.parse(row.payload) };
  };

  function toCard(row: CardRow): WorkItemCard {
    const state = stateOf(row);
    const reply = row.replySeq === null ? undefined : said(row.replySeq);
    const question = state === "waiting" && row.questionSeq !== null ? said(row.questionSeq) : undefined;
    return {
      item: {
        id: row.id,
        title: row.title,
        status: row.status,
        workspace: row.workspace,
        threadId: row.threadId,
        parentId: row.parentId,
        runAs: row.runAs === null ? null : JSON.parse(row.runAs),
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      },
      state,
      run: row.runId === null ? null : {
        id: row.runId,
        startedAt: row.runStartedAt,
        toolCalls: row.toolCalls,
        lastTool: row.lastTool?.slice(0, 160) ?? null,
      },
      lastReply: reply === undefined ? null : { text: reply.payload.text.slice(0, MAX_REPLY), ts: reply.ts },
      question: question === undefined ? null : {
        id: question.id,
        question: question.payload.question,
        options: question.payload.options ?? [],
      },
    };
  }

  return {
    /** Newest change first; closed ones only when asked for. */
    cards: (includeClosed: boolean): WorkItemCard[] =>
      (includeClosed ? all : open).all<CardRow>().map(toCard),
    /** @throws {WorkItemNotFoundError} */
    card(id: string): WorkItemCard {
      const row = one.get<CardRow>(id);
      if (row === undefined) throw new WorkItemNotFoundError(`Cannot find task "${id}"`);
      return toCard(row);
    },
  };
}

/** First that holds. */
function stateOf(row: CardRow): WorkItemState {
  if (row.status === "open" && (row.questionSeq ?? 0) > (row.messageSeq ?? 0)) return "waiting";
  if (row.runStatus === "running" || row.runStatus === "paused") return "running";
  if (row.runStatus === "queued") return "queued";
  if (row.hasMail === 1) return "thinking";
  return row.status === "open" ? "idle" : row.status;
}
