/** The question in a last line `BLOCKED: ...`. */
export function blockedQuestion(text: string): string | null {
  const end = text.trimEnd();
  const last = end.slice(end.lastIndexOf("\n") + 1);
  return last.startsWith("BLOCKED:") ? last.slice("BLOCKED:".length).trim() || null : null;
}
