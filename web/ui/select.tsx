import { ChevronDown } from "lucide-preact";
import { FieldFrame, type FramedProps } from "./field_frame.tsx";

export interface Option<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface ChoiceProps<Value extends string> {
  value: Value;
  options: Option<Value>[];
  onChange(value: Value): void;
  disabled?: boolean;
}

/** The platform's own list: it works on a phone and with a screen reader as people know it. */
function Choice<Value extends string>({ value, options, onChange, ...control }: ChoiceProps<Value>) {
  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange(option.value);
  }
  return (
    <span class="select">
      <select value={value} {...control} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>{option.label}</option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden />
    </span>
  );
}

/** A list in a form: with its name above and a hint or a problem below. */
export function SelectField<Value extends string>(
  { label, hint, problem, detail, ...choice }: ChoiceProps<Value> & FramedProps,
) {
  return (
    <FieldFrame label={label} hint={hint} problem={problem} detail={detail}>
      {(framed) => <Choice<Value> {...framed} {...choice} />}
    </FieldFrame>
  );
}
