import { ImageOff } from "lucide-preact";
import { useState } from "preact/hooks";
import { useText } from "../../app_context.ts";
import { Dialog } from "../../ui/dialog.tsx";

export interface Picture {
  src: string;
  /** The file's name, where it is known. */
  name?: string;
}

/** Small pictures of a message; each opens large. */
export function Pictures({ pictures }: { pictures: readonly Picture[] }) {
  const t = useText();
  const [open, setOpen] = useState<number | null>(null);
  const large = open === null ? undefined : pictures[open];
  const nameOf = ({ name }: Picture, index: number) =>
    name || t("image.one", { number: index + 1, total: pictures.length });
  if (pictures.length === 0) return null;
  return (
    <>
      <ul class="pictures" aria-label={t("image.list")}>
        {pictures.map((picture, index) => (
          <li key={index}>
            <button type="button" class="picture" onClick={() => setOpen(index)}>
              <Picture src={picture.src} alt={nameOf(picture, index)} />
            </button>
          </li>
        ))}
      </ul>
      {large !== undefined && open !== null && (
        <Dialog
          isWide
          title={nameOf(large, open)}
          onClose={() => setOpen(null)}
        >
          <img class="picture-large" src={large.src} alt={nameOf(large, open)} />
        </Dialog>
      )}
    </>
  );
}

/** Its file may have been removed from the inbox. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const t = useText();
  const [isGone, setGone] = useState(false);
  if (!isGone) return <img src={src} alt={alt} loading="lazy" onError={() => setGone(true)} />;
  return (
    <span class="picture-gone">
      <ImageOff size={16} aria-hidden />
      {t("image.gone")}
    </span>
  );
}
