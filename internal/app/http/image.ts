/** An image of a message as a response. @module */
import { basename } from "@std/path";
import { ImageType, type StoredImage } from "../../contract/conversation.ts";
import { imageFile } from "../../conversation/mod.ts";
import { ImageNotFoundError } from "../error.ts";

/** A file that a person was sent is shown and does nothing, whatever is in it. */
const CSP = "default-src 'none'; sandbox";

/**
 * @param image What the message itself names: nothing of a request becomes a path.
 * @throws {ImageNotFoundError} There is no such image, it is hidden, or its file was removed.
 */
export async function sendImage(home: string, image: StoredImage | undefined): Promise<Response> {
  const type = ImageType.safeParse(image?.mimeType);
  if (image === undefined || !type.success) throw new ImageNotFoundError("There is no such image");
  const file = await open(imageFile(home, image));
  const { size } = await file.stat();
  return new Response(file.readable, {
    headers: {
      "content-type": type.data,
      "content-length": String(size),
      "content-disposition": `inline; filename="${basename(image.path)}"`,
      "content-security-policy": CSP,
    },
  });
}

async function open(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new ImageNotFoundError("The file of this image is not there any more", { cause });
  }
}
