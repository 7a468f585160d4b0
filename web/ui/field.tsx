import { FieldFrame, type FramedProps } from "./field_frame.tsx";

interface FieldProps extends FramedProps {
  value: string;
  onInput(value: string): void;
  /** More than one makes it a text area. */
  rows?: number;
  /** `machine` is a path, an address or an id; `secret` is shown as dots and never offered by the browser. */
  kind?: "text" | "machine" | "secret";
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
  autoFocus?: boolean;
}

export function Field(
  { label, hint, problem, detail, onInput, rows = 1, kind = "text", ...control }: FieldProps,
) {
  const capitals: "sentences" | "off" = kind === "text" ? "sentences" : "off";
  const props = {
    ...control,
    class: `input ${kind}`,
    spellcheck: kind === "text",
    autocapitalize: capitals,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return (
    <FieldFrame label={label} hint={hint} problem={problem} detail={detail}>
      {(framed) => {
        if (rows > 1) return <textarea rows={rows} {...framed} {...props} />;
        if (kind !== "secret") return <input type="text" autocomplete="off" {...framed} {...props} />;
        return <input type="password" autocomplete="new-password" {...framed} {...props} />;
      }}
    </FieldFrame>
  );
}
