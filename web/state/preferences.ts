/** Language, theme and shape of the page; of this browser, not of the account. @module */
import { type Signal, signal } from "@preact/signals";
import type { KeyValueStore } from "./storage.ts";

const LANGUAGES = ["en", "fr", "zh"] as const;
export type Language = typeof LANGUAGES[number];
export const LANGUAGE_CHOICES = ["system", ...LANGUAGES] as const;
export const THEME_CHOICES = ["system", "light", "dark"] as const;
type LanguageChoice = typeof LANGUAGE_CHOICES[number];
type ThemeChoice = typeof THEME_CHOICES[number];

export function preferencesState(store: KeyValueStore) {
  function kept<T extends string>(name: string, choices: readonly T[], fallback: T): Signal<T> {
    const stored = store.get(`newpi.${name}`);
    const value = signal(choices.find((choice) => choice === stored) ?? fallback);
    value.subscribe((choice) => store.set(`newpi.${name}`, choice === fallback ? null : choice));
    return value;
  }
  return {
    language: kept("language", LANGUAGE_CHOICES, "system"),
    theme: kept("theme", THEME_CHOICES, "system"),
    sidebar: kept("sidebar", ["shown", "hidden"], "shown"),
  };
}

/** @param wanted The browser's languages, best first. */
export function resolveLanguage(choice: LanguageChoice, wanted: readonly string[]): Language {
  if (choice !== "system") return choice;
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found !== undefined) return found;
  }
  return "en";
}
