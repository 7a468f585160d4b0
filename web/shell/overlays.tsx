import { useApp } from "../app_context.ts";
import { KeysDialog } from "./keys_dialog.tsx";
import { NewTask } from "./new_task.tsx";
import { Palette } from "./palette.tsx";

/** At most one of them is open. */
export function Overlays() {
  const { overlay } = useApp();
  const open = overlay.value;
  // A dialog tells of its end a moment later, when the command chosen in it may have opened another.
  const close = () => {
    if (overlay.peek() === open) overlay.value = null;
  };
  switch (open) {
    case "palette":
      return <Palette onClose={close} />;
    case "keys":
      return <KeysDialog onClose={close} />;
    case "newTask":
      return <NewTask onClose={close} />;
    case null:
      return null;
  }
}
