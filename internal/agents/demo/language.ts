export type Language = "en" | "fr" | "zh";

/** Words that no English sentence holds, and words that two of which none would hold. */
const FRENCH = new Set([
  "bonjour",
  "salut",
  "merci",
  "pourquoi",
  "annule",
  "annuler",
  "quoi",
  "peux",
  "écris",
]);
const PERHAPS_FRENCH =
  /^(?:le|la|les|un|une|des|du|est|et|dans|pour|avec|que|qui|tu|vous|je|comment|.*[àâçéèêëîïôùûœ].*)$/;

/** Letters in an id such as `wi_4des` mean nothing. */
const WORDS = /(?<![\p{L}\p{N}_])\p{L}+(?![\p{L}\p{N}_])/gu;

/** The language somebody wrote in, as far as a glance tells. */
export function detectLanguage(text: string): Language {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  const words = text.toLowerCase().match(WORDS) ?? [];
  const hints = words.filter((word) => PERHAPS_FRENCH.test(word));
  return hints.length > 1 || words.some((word) => FRENCH.has(word)) ? "fr" : "en";
}
