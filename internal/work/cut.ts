/** @returns The beginning of a text of more than `most` characters, with a note: nothing is left out silently. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n\n[${text.length - most} characters left out]`;
}
