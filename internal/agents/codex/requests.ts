/** JSON-RPC with the app-server: its members, without `jsonrpc`. @module */
import { asObject, asText, type JsonObject } from "../narrow.ts";

export type OnAnswer = (result: JsonObject, error: string | null) => void;

/** Our requests are numbered from 1 and remembered until they are answered. */
export function requestBook() {
  const waiting = new Map<number, OnAnswer>();
  let last = 0;

  function ask(method: string, params: JsonObject, onAnswer: OnAnswer): string {
    last += 1;
    waiting.set(last, onAnswer);
    return line({ id: last, method, params });
  }

  /** An answer to a question that was never asked is passed over. */
  function answered({ id, result, error }: JsonObject) {
    const onAnswer = typeof id === "number" ? waiting.get(id) : undefined;
    if (onAnswer === undefined) return;
    waiting.delete(Number(id));
    const refusal = error === undefined ? null : asText(asObject(error).message) || "codex refused";
    onAnswer(asObject(result), refusal);
  }

  return { ask, answered, anyWaiting: () => waiting.size > 0 };
}

/**
 * Questions of the app-server have ids of its own, which look like ours: what has a method is never an answer.
 * Nobody sits in front of it, so approvals are declined and any other question is refused.
 */
export function refusalOf({ id, method }: JsonObject): string {
  if (asText(method).endsWith("/requestApproval")) return line({ id, result: { decision: "decline" } });
  return line({ id, error: { code: -32601, message: "Nobody is here to answer this." } });
}

export const notification = (method: string): string => line({ method });

const line = (value: unknown) => JSON.stringify(value) + "\n";
