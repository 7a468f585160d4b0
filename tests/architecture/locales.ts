/** The three languages of the page say the same things. @module */

export type Messages = { [key: string]: string | Messages };

/** i18next writes the forms of a plural as keys of their own, and languages have different ones. */
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** Keys joined by dots, a plural as one, each with the placeholders of its texts. */
export function flatten(messages: Messages): Map<string, string> {
  const placeholders = new Map<string, Set<string>>();
  for (const [key, text] of leaves(messages)) {
    const name = key.replace(PLURAL, "");
    const names = placeholders.get(name) ?? new Set();
    for (const [, placeholder = ""] of text.matchAll(/\{\{\s*(\w+)/g)) names.add(placeholder);
    placeholders.set(name, names);
  }
  return new Map([...placeholders].map(([key, names]) => [key, [...names].sort().join(", ")]));
}

function leaves(messages: Messages, prefix = ""): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    return typeof value === "string" ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`);
  });
}

/** A sentence for everything that one language says and another does not. */
export function localeViolations(locales: Record<string, Messages>): string[] {
  const flat = Object.entries(locales).map(([language, messages]) => ({ language, keys: flatten(messages) }));
  return flat.flatMap(({ language, keys }) => {
    return flat.filter((other) => other.language !== language).flatMap((other) => {
      return [...keys].flatMap(([key, names]) => {
        const theirs = other.keys.get(key);
        if (theirs === undefined) return [`${other.language} lacks ${key}, which ${language} has`];
        const isSame = theirs === names || language > other.language;
        return isSame ? [] : [`${key} has (${names}) in ${language}, but (${theirs}) in ${other.language}`];
      });
    });
  });
}
