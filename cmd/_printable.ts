/** Text of agents on its way to a terminal: a control sequence in it must not do anything there. @module */

/** Line ends and tabs stay; any other control character is shown as `\x1b`. */
export function printable(text: string): string {
  // deno-lint-ignore no-control-regex -- these characters are what this is about
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (char) => {
    return char === "\r" ? "" : `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}
