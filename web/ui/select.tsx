import { ChevronDown } from "lucide-preact";

export interface Option<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: Option<Value>[];
  onChange(value: Value): void;
  disabled?: boolean;
}

/** The platform's own list: it works on a phone and with a screen reader as people know it. */
export function Select<Value extends string>(
  { label, value, options, onChange, disabled }: SelectProps<Value>,
) {
  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange(option.value);
  }
  return (
    <span class="select">
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>{option.label}</option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden />
    </span>
  );
}
