/** What a scripted model is asked and what it may answer, whatever protocol the CLI speaks. @module */
import type { RoleName } from "../../../internal/contract/settings.ts";

export type Said =
  | { by: "user" | "model"; text: string }
  | { by: "call"; id: string; tool: string; input: Record<string, unknown> }
  | { by: "tool"; id: string; text: string }
  /** How work in the background ended, as the CLI itself tells it. */
  | { by: "note"; text: string };

/** One request for an answer. */
export interface Turn {
  protocol: "messages" | "responses" | "chat";
  model: string;
  /** "" when the CLI leaves it to the provider. */
  effort: string;
  /** Whose charter the system prompt holds; null when it holds none, as that of a CLI's own helper. */
  role: RoleName | null;
  system: string;
  /** The session so far, without what the CLI itself puts into the user's mouth. */
  talk: Said[];
  /** The last text of the user. */
  user: string;
  /** What tools answered after that text. */
  results: string[];
  tools: string[];
  headers: Headers;
}

/** One part of an answer. `say` and the calls are sent as they come; an answer with a call asks for its result. */
export type Action =
  | { do: "say"; text: string }
  /** By whatever tool the CLI has for it. */
  | { do: "shell"; command: string }
  | { do: "write"; path: string; content: string }
  /** A tool by the name that the CLI gave it. */
  | { do: "call"; tool: string; input: Record<string, unknown> }
  /** The answer goes on once the promise is settled. */
  | { do: "wait"; until: Promise<unknown> }
  | Refusal
  /** Nothing more comes, and the connection stays. */
  | { do: "hang" }
  /** The connection breaks in the middle of the answer. */
  | { do: "cut" }
  /** The provider says in the middle of the answer that it cannot go on. */
  | { do: "fail"; message: string };

/** Only as the first action. */
export interface Refusal {
  do: "refuse";
  status: number;
  message: string;
  retryAfterSeconds?: number;
}

export type Script = (turn: Turn) => Action[];

export const say = (text: string): Action => ({ do: "say", text });
export const shell = (command: string): Action => ({ do: "shell", command });
export const write = (path: string, content: string): Action => ({ do: "write", path, content });
export const call = (tool: string, input: Record<string, unknown>): Action => ({ do: "call", tool, input });
export const wait = (until: Promise<unknown>): Action => ({ do: "wait", until });
export const hang: Action = { do: "hang" };
export const cut: Action = { do: "cut" };
export const fail = (message: string): Action => ({ do: "fail", message });

export function refuse(status: number, message: string, retryAfterSeconds?: number): Refusal {
  return { do: "refuse", status, message, retryAfterSeconds };
}

/** What every answer is said to have used, so that a run's sum is a multiple. Cached input is not in `input`. */
export const USAGE = { input: 50, output: 20, cacheRead: 900 };

const ROLE = /^newpi role: (primary|manager|worker)$/m;

/** Adds to what a protocol tells all that follows from it. */
export function completeTurn(told: Omit<Turn, "role" | "user" | "results">): Turn {
  const role = ROLE.exec(told.system)?.[1];
  const at = told.talk.findLastIndex(({ by }) => by === "user");
  const last = told.talk[at];
  return {
    ...told,
    role: role === "primary" || role === "manager" || role === "worker" ? role : null,
    user: last?.by === "user" ? last.text : "",
    results: told.talk.slice(at + 1).flatMap((said) => said.by === "tool" ? [said.text] : []),
  };
}
