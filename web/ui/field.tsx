import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  value: string;
  onInput(value: string): void;
  hint?: string;
  /** Why it cannot be taken; replaces the hint. */
  problem?: string | null;
  /** More than one makes it a text area. */
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
}

export function Field({ label, value, onInput, hint, problem, rows = 1, maxLength, autoFocus }: FieldProps) {
  const id = useId();
  const props = {
    id,
    value,
    maxLength,
    autoFocus,
    class: "input",
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": `${id}-hint`,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows > 1 ? <textarea rows={rows} {...props} /> : <input type="text" autocomplete="off" {...props} />}
      <span id={`${id}-hint`} class={problem ? "problem" : "hint"}>{problem ?? hint}</span>
    </div>
  );
}
