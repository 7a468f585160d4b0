/** The fields of a provider: what is typed, what is wrong with it, and what of it is sent. @module */
import type { Preset, ProviderView } from "../../internal/contract/settings.ts";
import {
  ENDPOINT,
  MAX_PROVIDER_MODELS,
  MODEL_NAME,
  PI_PROVIDER,
  PROVIDER_ID,
} from "../../internal/contract/settings_forms.ts";

export interface ProviderForm {
  label: string;
  id: string;
  anthropicBaseUrl: string;
  openaiBaseUrl: string;
  piProvider: string;
  apiKey: string;
  /** One name a line. */
  models: string;
}

export type ProviderProblem =
  | "labelMissing"
  | "idForm"
  | "idTaken"
  | "addressForm"
  | "addressMissing"
  | "piForm"
  | "modelForm"
  | "modelsMany";
export type ProviderProblems = Partial<Record<keyof ProviderForm, ProviderProblem>>;

export const EMPTY_FORM: ProviderForm = {
  label: "",
  id: "",
  anthropicBaseUrl: "",
  openaiBaseUrl: "",
  piProvider: "",
  apiKey: "",
  models: "",
};

const ENDPOINTS = ["anthropicBaseUrl", "openaiBaseUrl", "piProvider"] as const;

export function formOf({ label, id, anthropicBaseUrl, openaiBaseUrl, piProvider, models }: ProviderView) {
  return { label, id, anthropicBaseUrl, openaiBaseUrl, piProvider, apiKey: "", models: models.join("\n") };
}

/** What was typed besides, such as the key, stays. */
export function withPreset(form: ProviderForm, preset: Preset, taken: readonly string[]): ProviderForm {
  return { ...form, ...preset, id: freeId(preset.id, taken) };
}

/** The short name follows the name until the person writes one. */
export function withLabel(form: ProviderForm, label: string, taken: readonly string[]): ProviderForm {
  const follows = form.id === freeId(idFrom(form.label), taken);
  return { ...form, label, id: follows ? freeId(idFrom(label), taken) : form.id };
}

export function idFrom(label: string): string {
  const words = label.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").replace(/^[^a-z]+/, "").slice(0, 40);
}

function freeId(id: string, taken: readonly string[]): string {
  if (id === "" || !taken.includes(id)) return id;
  for (let number = 2;; number++) {
    if (!taken.includes(`${id}-${number}`)) return `${id}-${number}`;
  }
}

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

/** @param taken Short names that another provider has. */
export function problemsOf(form: ProviderForm, taken: readonly string[]): ProviderProblems {
  const problems: ProviderProblems = {};
  if (form.label.trim() === "") problems.label = "labelMissing";
  if (!PROVIDER_ID.test(form.id)) problems.id = "idForm";
  else if (taken.includes(form.id)) problems.id = "idTaken";
  if (ENDPOINTS.every((member) => form[member].trim() === "")) problems.anthropicBaseUrl = "addressMissing";
  for (const member of ["anthropicBaseUrl", "openaiBaseUrl"] as const) {
    if (!ENDPOINT.test(form[member].trim())) problems[member] = "addressForm";
  }
  if (!PI_PROVIDER.test(form.piProvider.trim())) problems.piProvider = "piForm";
  const models = linesOf(form.models);
  if (models.length > MAX_PROVIDER_MODELS) problems.models = "modelsMany";
  else if (!models.every((model) => MODEL_NAME.test(model))) problems.models = "modelForm";
  return problems;
}

function membersOf({ label, anthropicBaseUrl, openaiBaseUrl, piProvider, models }: ProviderForm) {
  return {
    label: label.trim(),
    anthropicBaseUrl: anthropicBaseUrl.trim(),
    openaiBaseUrl: openaiBaseUrl.trim(),
    piProvider: piProvider.trim(),
    models: linesOf(models),
  };
}

export function creationOf(form: ProviderForm) {
  const apiKey = form.apiKey.trim();
  return { id: form.id, ...membersOf(form), ...(apiKey === "" ? {} : { apiKey }) };
}

/** Only what differs: what another tab changed meanwhile stays. */
export function changeOf(form: ProviderForm, provider: ProviderView) {
  const members = Object.entries(membersOf(form));
  const now = new Map<string, unknown>(Object.entries(provider));
  return Object.fromEntries(
    members.filter(([member, value]) => JSON.stringify(value) !== JSON.stringify(now.get(member))),
  );
}
