/** A person who keeps account of what they said and what newpi told them it has. @module */
import { ChatAccepted, type ChatRequest } from "../../../internal/contract/conversation.ts";
import type { Runtime } from "./binary.ts";

export interface Said {
  readonly text: string;
  readonly clientKey: string;
  /** The task it was said to, if to one. */
  readonly target: string | undefined;
  /** newpi has said that it is stored. */
  ack?: { messageId: string; seq: number };
  /** Sent, and neither an answer nor the end of the connection has come. */
  underWay: boolean;
}

export interface Person {
  readonly said: readonly Said[];
  /** Never rejects: a killed runtime is what this is about. Settles when there is an answer or no connection. */
  say(runtime: Runtime, text: string, target?: string): Promise<void>;
  /** The same words with the same key. @throws {Error} When newpi does not take them, or makes them another message. */
  sayAgain(runtime: Runtime, said: Said): Promise<void>;
  /** How many requests are without an answer at this moment. */
  unanswered(): number;
}

export function person(): Person {
  const said: Said[] = [];

  async function send(runtime: Runtime, entry: Said): Promise<ChatAccepted> {
    entry.underWay = true;
    try {
      const request: ChatRequest = {
        text: entry.text,
        target: entry.target,
        clientKey: entry.clientKey,
        runAs: { agent: "demo" },
      };
      const response = await runtime.send("POST", "/api/chat", request);
      const body = await response.text();
      if (response.status !== 202) throw new Error(`newpi answered ${response.status}: ${body}`);
      return ChatAccepted.parse(JSON.parse(body));
    } finally {
      entry.underWay = false;
    }
  }

  return {
    said,
    async say(runtime, text, target) {
      const entry: Said = { text, target, clientKey: crypto.randomUUID(), underWay: false };
      said.push(entry);
      try {
        entry.ack = await send(runtime, entry);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // fetch: the connection ended
      }
    },
    async sayAgain(runtime, entry) {
      const ack = await send(runtime, entry);
      if (entry.ack !== undefined && entry.ack.messageId !== ack.messageId) {
        throw new Error(`"${entry.text}" became ${ack.messageId} after it had been ${entry.ack.messageId}`);
      }
      entry.ack = ack;
    },
    unanswered: () => said.filter(({ underWay }) => underWay).length,
  };
}
