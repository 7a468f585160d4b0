/** Long texts of agents are kept in part; a note says so, since nothing is left out silently. @module */

/** More than anybody means; what is longer is a model that repeats itself. */
const MAX_TEXT = 200_000;

/** The beginning of a text of more than `most` characters. */
export function cut(text: string, most = MAX_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n\n[${text.length - most} characters left out]`;
}
