import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface FramedProps {
  label: string;
  hint?: ComponentChildren;
  /** Why it cannot be taken; replaces the hint and is read out. */
  problem?: string | null;
  /** What a program said about it, in its own words. */
  detail?: string | null;
}

interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string;
}

/** Name above a control, hint or problem below it, and all three tied together. */
export function FieldFrame({ label, hint, problem, detail, children }: FramedProps & {
  children(control: ControlProps): ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-invalid": problem ? true : undefined, "aria-describedby": `${id}-hint` })}
      <span id={`${id}-hint`} class={problem ? "problem" : "hint"} role={problem ? "alert" : undefined}>
        {problem ?? hint}
        {problem && detail && <code>{detail}</code>}
      </span>
    </div>
  );
}
