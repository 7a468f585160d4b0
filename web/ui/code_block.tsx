import { CopyButton } from "./copy_button.tsx";

/** Text of a machine, with its name and a way to copy it. `short` and `tall` scroll inside. */
export function CodeBlock({ text, name, height }: { text: string; name: string; height?: "short" | "tall" }) {
  return (
    <div class={`code ${height ?? ""}`}>
      <div class="code-bar">
        <span class="cut">{name}</span>
        <CopyButton text={text} />
      </div>
      <pre tabIndex={0} aria-label={name}><code>{text}</code></pre>
    </div>
  );
}
