/** The texts in the chosen language. English is always there; the others load when they are chosen. @module */
import { computed, signal } from "@preact/signals";
import i18next from "i18next";
import type { Notice } from "../../internal/contract/common.ts";
import type { Language } from "../state/preferences.ts";
import en from "./en.json" with { type: "json" };
import { formats } from "./format.ts";

type WithoutPlural<K extends string> = K extends `${infer Base}_${"one" | "other"}` ? Base : K;
type Leaves<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${WithoutPlural<K>}`
    : Leaves<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** Every key of the English file, so that a mistyped one does not compile. */
export type TextKey = Leaves<typeof en>;
type TextParams = Record<string, string | number>;

const LOADERS = {
  fr: () => import("./fr.json", { with: { type: "json" } }),
  zh: () => import("./zh.json", { with: { type: "json" } }),
};

/** @param wanted The browser's languages: they say how this person writes dates in a language (en-GB, fr-CA). */
export function i18nState(wanted: readonly string[]) {
  const instance = i18next.createInstance();
  // With `initAsync: false` and bundled texts it is done when it returns.
  void instance.init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: en } },
    initAsync: false,
    interpolation: { escapeValue: false }, // Preact escapes
  });
  const language = signal<Language>("en");
  const format = computed(() =>
    formats(wanted.find((tag) => tag.split("-")[0] === language.value) ?? language.value)
  );

  /** Reads the language signal, so whoever shows a text is rendered again when the language changes. */
  function t(key: TextKey, params?: TextParams): string {
    return instance.t(key, { ...params, lng: language.value });
  }
  function notice({ key, params }: Notice): string | null {
    const textKey = `notice.${key}`;
    const options = { count: 1, ...params, ...words(params), lng: language.value };
    return instance.exists(textKey, options) ? instance.t(textKey, options) : null;
  }
  /** Parameters that are themselves words of the code. */
  function words(params: Notice["params"] = {}): TextParams {
    const named: TextParams = {};
    for (const [param, family] of [["status", "statusWord"], ["agent", "agent"]] as const) {
      const key = `${family}.${params[param]}`;
      if (instance.exists(key)) named[param] = instance.t(key, { lng: language.value });
    }
    return named;
  }
  return {
    language,
    format,
    t,
    /** Sentences of the server in the reader's language; `english` when this page does not know a key yet. */
    notices(notices: readonly Notice[] | undefined, english: string): string {
      const texts = notices?.map(notice) ?? [];
      return texts.length === 0 || texts.includes(null) ? english : texts.join("\n\n");
    },
    async use(next: Language): Promise<void> {
      if (next !== "en" && !instance.hasResourceBundle(next, "translation")) {
        instance.addResourceBundle(next, "translation", (await LOADERS[next]()).default);
      }
      language.value = next;
    },
  };
}
export type I18n = ReturnType<typeof i18nState>;
