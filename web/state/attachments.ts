/** Images that go with what is being typed, by thread. A draft keeps its text over a reload, its images are lost. @module */
import { type Signal, signal } from "@preact/signals";
import type { ImageType } from "../../internal/contract/conversation.ts";

export const IMAGE_TYPES: readonly ImageType[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** As the server has them. */
const MAX_IMAGES = 4;
const MAX_BYTES = 6 * 1024 * 1024;

export interface OutgoingImage {
  name: string;
  mimeType: string;
  /** Base64. */
  data: string;
}

export interface Attachment extends OutgoingImage {
  id: string;
}

/** Why a file is not among the images: the page says it at once. */
export interface ImageRefusal {
  reason: "type" | "size" | "count" | "read";
  name: string;
}

export interface Attachments {
  images: Signal<readonly Attachment[]>;
  refusals: Signal<readonly ImageRefusal[]>;
  add(files: readonly File[]): Promise<void>;
  /** Those of a message that comes back to be changed. */
  restore(images: readonly OutgoingImage[]): void;
  remove(id: string): void;
  /** For the message that is sent; nothing is left here. */
  take(): readonly Attachment[];
}

export function attachmentsState(newKey: () => string) {
  const open = new Map<string, Attachments>();
  return {
    of(thread: string): Attachments {
      const known = open.get(thread) ?? attachments(newKey);
      open.set(thread, known);
      return known;
    },
  };
}

function attachments(newKey: () => string): Attachments {
  const images = signal<readonly Attachment[]>([]);
  const refusals = signal<readonly ImageRefusal[]>([]);
  let reading = 0;

  const refuse = (...added: ImageRefusal[]) => void (refusals.value = [...refusals.value, ...added]);

  async function add(files: readonly File[]) {
    let room = MAX_IMAGES - images.value.length - reading;
    const judged = files.map((file) => ({ file, reason: refusalOf(file) ?? (room-- > 0 ? null : "count") }));
    refusals.value = judged.flatMap(({ file, reason }) =>
      reason === null ? [] : [{ reason, name: file.name }]
    );
    const taken = judged.filter(({ reason }) => reason === null);
    reading += taken.length;
    for (const { file } of taken) {
      try {
        const data = await base64Of(file);
        images.value = [...images.value, { id: newKey(), name: file.name, mimeType: file.type, data }];
      } catch {
        refuse({ reason: "read", name: file.name });
      } finally {
        reading -= 1;
      }
    }
  }

  return {
    images,
    refusals,
    add,
    restore(back) {
      images.value = [...images.value, ...back.map((image) => ({ ...image, id: newKey() }))].slice(
        0,
        MAX_IMAGES,
      );
    },
    remove(id) {
      images.value = images.value.filter((image) => image.id !== id);
      refusals.value = [];
    },
    take() {
      const taken = images.value;
      images.value = [];
      refusals.value = [];
      return taken;
    },
  };
}

function refusalOf({ type, size }: File): ImageRefusal["reason"] | null {
  if (!IMAGE_TYPES.some((known) => known === type)) return "type";
  return size > MAX_BYTES ? "size" : null;
}

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}

/** For an image element. */
export function addressOf({ mimeType, data }: OutgoingImage): string {
  return `data:${mimeType};base64,${data}`;
}
