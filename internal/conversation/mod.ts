/** The one conversation between the person and the agent: threads, ingress, redaction. @module */
export { type DeliverToTask, openIngress, type Submit } from "./ingress.ts";
export { redactMessage } from "./redact.ts";
export { threadStore } from "./store.ts";
