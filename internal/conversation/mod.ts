/** The one conversation between the person and the agent: threads, ingress, replies being written, redaction. @module */
export { checkImages, imageTypeOf, MAX_IMAGE_BYTES, MAX_IMAGES } from "./image_check.ts";
export { discardImages, imageFile, imagesOf, keepImages, removeStrayImages } from "./image_files.ts";
export { type DeliverToTask, openIngress, type Said, type Submit } from "./ingress.ts";
export { type LiveReply, type LiveText, openLiveText } from "./live_text.ts";
export { redactMessage } from "./redact.ts";
export { threadStore } from "./store.ts";
