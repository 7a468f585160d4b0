/** What the person chooses: providers, who plays which role, where the coding CLIs are. @module */
import * as z from "zod";
import { AgentKind, RunAs } from "./common.ts";
import {
  BINARY_PATH,
  ENDPOINT,
  MAX_API_KEY,
  MAX_PROVIDER_LABEL,
  MAX_PROVIDER_MODELS,
  MODEL_NAME,
  PI_PROVIDER,
  PROVIDER_ID,
} from "./settings_forms.ts";

export const RoleName = z.enum(["primary", "manager", "worker"]);
export type RoleName = z.infer<typeof RoleName>;

/** Who plays which role; `null`: nobody chose yet. */
export const Roles = z.strictObject({
  primary: RunAs.nullable(),
  manager: RunAs.nullable(),
  worker: RunAs.nullable(),
});
export type Roles = z.infer<typeof Roles>;
export const RolesView = z.object({ roles: Roles });
/** Roles that are not named keep what they have. */
export const PutRoles = z.strictObject({ roles: Roles.partial() });

export const ProviderId = z.string().regex(PROVIDER_ID, "must be a short name such as my-provider");

const endpoint = z.string().trim().transform((url) => url.replace(/\/+$/, "")).refine(
  (url) => ENDPOINT.test(url),
  "must be an http or https address",
);

/** The members that a person gives; each endpoint is for the CLIs that speak its protocol, "" is none. */
const providerMembers = {
  label: z.string().trim().min(1).max(MAX_PROVIDER_LABEL),
  anthropicBaseUrl: endpoint,
  openaiBaseUrl: endpoint,
  /** The name by which pi knows the provider. */
  piProvider: z.string().trim().regex(PI_PROVIDER, "must be a provider name of pi"),
  /** Goes in and never comes out again. "" clears it, leaving it out keeps it. */
  apiKey: z.string().trim().max(MAX_API_KEY),
  models: z.array(z.string().trim().regex(MODEL_NAME, "must be a model name without spaces")).max(
    MAX_PROVIDER_MODELS,
  ),
};

export const CreateProvider = z.strictObject({ id: ProviderId, ...providerMembers }).partial().required({
  id: true,
  label: true,
});
export const PatchProvider = z.strictObject(providerMembers).partial();

/** As it is stored; only `settings.json` holds the key. */
export const StoredProvider = z.looseObject({ id: ProviderId, ...providerMembers });
export type StoredProvider = z.infer<typeof StoredProvider>;

export const ProviderView = z.object({
  id: ProviderId,
  label: z.string(),
  anthropicBaseUrl: z.string(),
  openaiBaseUrl: z.string(),
  piProvider: z.string(),
  models: z.array(z.string()),
  hasApiKey: z.boolean(),
  /** An ellipsis and the last four characters; of a key of at most eight only the ellipsis. */
  apiKeyHint: z.string(),
});
export type ProviderView = z.infer<typeof ProviderView>;
export const ProviderResult = z.object({ ok: z.literal(true), provider: ProviderView });

export const Preset = z.object({
  id: ProviderId,
  label: z.string(),
  anthropicBaseUrl: z.string(),
  openaiBaseUrl: z.string(),
  piProvider: z.string(),
});
export type Preset = z.infer<typeof Preset>;
export const PresetList = z.object({ presets: z.array(Preset) });

/** Where a coding CLI is; "" looks it up on PATH. */
const binary = z.string().regex(BINARY_PATH, "must be an absolute path, or empty");
export const Binaries = z.strictObject({ claude: binary, codex: binary, pi: binary });
export type Binaries = z.infer<typeof Binaries>;
export const PutBinaries = z.strictObject({ binaries: Binaries.partial() });

export const SettingsView = z.object({
  /** The file all of this is in. */
  path: z.string(),
  roles: Roles,
  providers: z.array(ProviderView),
  binaries: Binaries,
});
export type SettingsView = z.infer<typeof SettingsView>;

/** Models and efforts of one CLI; `source`: asked of the CLI, or a list that newpi brings. */
export const ModelList = z.object({
  agent: AgentKind,
  models: z.array(z.object({ id: z.string(), efforts: z.array(z.string()).optional() })),
  efforts: z.array(z.string()),
  source: z.enum(["cli", "builtin"]),
  error: z.string().nullable(),
});
export type ModelList = z.infer<typeof ModelList>;

/** `runAs`: instead of who plays the role now, to try a choice before it is made. */
export const TestAgent = z.strictObject({ role: RoleName, runAs: RunAs.optional() });
export const TestResult = z.object({
  ok: z.boolean(),
  agent: AgentKind,
  model: z.string().nullable(),
  text: z.string(),
  error: z.string().nullable(),
  durationMs: z.int(),
});
export type TestResult = z.infer<typeof TestResult>;

/** Payloads by event kind; never a key. Stored for ever: add optional members, never change one. */
export const settingsEvents = {
  "settings.updated": z.strictObject({
    what: z.enum(["roles", "providers", "binaries"]),
    roles: Roles.optional(),
    added: ProviderId.optional(),
    updated: ProviderId.optional(),
    deleted: ProviderId.optional(),
  }),
};
