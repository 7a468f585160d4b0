import { useId } from "preact/hooks";
import type { Option } from "./select.tsx";

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: Option<Value>[];
  onChange(value: Value): void;
}

/** A few choices, all in sight; radio buttons underneath. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div class="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
