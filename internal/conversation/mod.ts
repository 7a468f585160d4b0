/** The one conversation between the person and the agent: threads, ingress, replies being written, redaction. @module */
export { type DeliverToTask, openIngress, type Submit } from "./ingress.ts";
export { type LiveReply, type LiveText, openLiveText } from "./live_text.ts";
export { redactMessage } from "./redact.ts";
export { threadStore } from "./store.ts";
