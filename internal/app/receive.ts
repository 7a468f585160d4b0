/** A message of a person as its bytes come in: read, checked, its images kept. @module */
import { InvalidError } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { ChatRequest, type DroppedImage } from "../contract/conversation.ts";
import { checkImages, discardImages, keepImages, type Said } from "../conversation/mod.ts";
import { notUsable } from "./issues.ts";

export interface Received {
  said: Said;
  dropped: DroppedImage[];
}

/** A body up to here is read in a few milliseconds; a larger one on another thread. */
export const MAX_READ_HERE = 512 * 1024;

const REASONS: Record<DroppedImage["reason"], string> = {
  type: "is not PNG, JPEG, GIF or WebP",
  content: "does not hold what its type says",
  size: "is larger than 6 MiB",
  count: "is one too many",
};

/**
 * @param home The home folder.
 * @param body In pieces as they came: to join a large one on the main thread would hold that up.
 * @returns Once the images are on disk; see `forget`.
 * @throws {InvalidError} The body is of another form, or says nothing: no words, and no image that can be taken.
 */
export async function receiveChat(home: string, body: Uint8Array[]): Promise<Received> {
  const request = ChatRequest.safeParse(parseJson(textOf(body)));
  if (!request.success) throw notUsable("body", request.error.issues);
  const { images: sent = [], ...words } = request.data;
  const { images: checked, dropped } = checkImages(sent);
  if (words.text.trim() === "" && checked.length === 0) throw new InvalidError(nothingLeft(dropped));
  const id = newId("ev_");
  const images = await keepImages(home, id, checked);
  return { said: images.length === 0 ? words : { ...words, id, images }, dropped };
}

/** The message was not stored, or had been before: its images are not wanted. */
export function forget(home: string, { said: { images = [] } }: Received): Promise<void> {
  return discardImages(home, images);
}

function textOf(body: Uint8Array[]): string {
  const decoder = new TextDecoder();
  return body.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new InvalidError(
      `The body is not JSON: ${error instanceof Error ? error.message : error}`,
      "INVALID_BODY",
    );
  }
}

function nothingLeft(dropped: readonly DroppedImage[]): string {
  const reasons = dropped.map(({ index, reason }) => `image ${index + 1} ${REASONS[reason]}`);
  return `The body is not usable: text: must not be empty where no image can be taken (${
    reasons.join("; ")
  })`;
}
