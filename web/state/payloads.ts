/** Event payloads as the page reads them, typed by the contract; zod itself stays out of the bundle. @module */
import type { z } from "zod";
import type { conversationEvents } from "../../internal/contract/conversation.ts";
import type { Event } from "../../internal/contract/log.ts";
import type { runEvents } from "../../internal/contract/runs.ts";
import type { workEvents } from "../../internal/contract/work.ts";

type Contracts = typeof conversationEvents & typeof runEvents & typeof workEvents;
export type Kind = keyof Contracts;

/** A redacted message keeps its row and loses its text. */
type Payload<K extends Kind> = z.infer<Contracts[K]> & { redacted?: boolean };
export type EventOf<K extends Kind> = K extends Kind
  ? Omit<Event, "kind" | "payload"> & { kind: K; payload: Payload<K> }
  : never;

/** The log checked every payload against its contract when it was appended, so the kind proves the shape. */
export function isKind<K extends Kind>(event: Event, ...kinds: K[]): event is Event & EventOf<K> {
  return (kinds as string[]).includes(event.kind);
}
