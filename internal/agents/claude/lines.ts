/** The lines that are written to Claude Code. @module */
import type { Image } from "../driver.ts";
import { markOf } from "../image_marks.ts";
import { asObject, asText, type JsonObject } from "../narrow.ts";

/** The uuid is what the CLI names the message by; without one it says nothing about it. */
export function userLine(text: string, uuid: string, images: Image[] = []): string {
  const content = images.length === 0 ? text : [{ type: "text", text }, ...images.map(imageBlock)];
  return line({ type: "user", message: { role: "user", content }, parent_tool_use_id: null, uuid });
}

function imageBlock(image: Image): JsonObject {
  return { type: "image", source: { type: "base64", media_type: image.mimeType, data: markOf(image) } };
}

export function interruptLine(requestId: string): string {
  return line({
    type: "control_request",
    request_id: requestId,
    request: { subtype: "interrupt", cancel_queued: true },
  });
}

/** Nobody sits in front of the CLI, so a tool that needs a permission is refused and any other question too. */
export function refusalLine(request: JsonObject): string {
  const answer = asObject(request.request).subtype === "can_use_tool"
    ? {
      subtype: "success",
      response: { behavior: "deny", message: "Nobody is here to give this permission." },
    }
    : { subtype: "error", error: "unsupported" };
  return line({ type: "control_response", response: { ...answer, request_id: asText(request.request_id) } });
}

const line = (value: unknown) => JSON.stringify(value) + "\n";
