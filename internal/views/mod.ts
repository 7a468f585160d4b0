/** Reads that join several domains; they run on any connection, so also in the reader worker. @module */
import type { Db } from "../kernel/sqlite.ts";
import { openBoard } from "./board.ts";
import { openDetail } from "./detail.ts";
import { openPages } from "./pages.ts";
import { openPrimaryContext } from "./primary_context.ts";

export { findContradictions, findDamage, type Finding } from "./consistency.ts";

export type Views = ReturnType<typeof openViews>;

export function openViews(db: Db) {
  const board = openBoard(db);
  const page = openPages(db);
  const detail = openDetail(db, board);
  const primaryContext = openPrimaryContext(db, board);
  return { cards: board.cards, card: board.card, page, detail, primaryContext };
}
