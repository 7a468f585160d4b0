import { ImagePlus, X } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp, useText } from "../../app_context.ts";
import { addressOf, type Attachments, IMAGE_TYPES, type ImageRefusal } from "../../state/attachments.ts";
import { IconButton } from "../../ui/icon_button.tsx";

/** The images that go with what is being typed, and why another one does not. */
export function Attached({ attachments: { images, refusals, remove } }: { attachments: Attachments }) {
  const t = useText();
  return (
    <>
      {images.value.length > 0 && (
        <ul class="pictures attached" aria-label={t("image.list")}>
          {images.value.map((image) => (
            <li key={image.id} class="picture">
              <img src={addressOf(image)} alt={image.name} />
              <IconButton
                icon={X}
                label={t("image.remove", { name: image.name })}
                onClick={() => remove(image.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <div role="alert">
        {refusals.value.map((refusal, index) => <Refused key={index} refusal={refusal} />)}
      </div>
    </>
  );
}

function Refused({ refusal: { reason, name } }: { refusal: ImageRefusal }) {
  const { i18n: { t } } = useApp();
  return <p class="refused">{t(`image.refused.${reason}`, { name })}</p>;
}

/** Opens the browser's own choice of files. */
export function AttachButton({ onFiles }: { onFiles(files: File[]): void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={ImagePlus} label={t("image.add")} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join(",")}
        onChange={({ currentTarget }) => {
          onFiles([...currentTarget.files ?? []]);
          currentTarget.value = ""; // the same file may be chosen again
        }}
      />
    </>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** Files that are dragged onto an element. One that misses it would take the browser away from the page. */
export function useDroppedFiles(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...event.dataTransfer?.files ?? []]);
    },
  };
}

/** What a copied picture brings; a copied part of a text document brings its words, which are meant then. */
export function filesOf(pasted: DataTransfer | null): File[] {
  return pasted === null || pasted.types.includes("text/plain") ? [] : [...pasted.files];
}
