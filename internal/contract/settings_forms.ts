/** What the members of the settings look like. Without zod, so that the page can say it before the server does. @module */
import type { AgentKind } from "./common.ts";

export const PROVIDER_ID = /^[a-z][a-z0-9-]{0,39}$/;
/** After trimming; "" is none. */
export const ENDPOINT = /^$|^https?:\/\/[^\s/]+/;
export const PI_PROVIDER = /^[a-z0-9-]{0,60}$/;
export const MODEL_NAME = /^\S{1,200}$/;
/** "" looks the program up on PATH. */
export const BINARY_PATH = /^$|^([/\\]|[A-Za-z]:[/\\])/;

export const MAX_PROVIDER_LABEL = 80;
export const MAX_API_KEY = 1000;
export const MAX_PROVIDER_MODELS = 200;

export type EndpointMember = "anthropicBaseUrl" | "openaiBaseUrl" | "piProvider";

/** The member of a provider by which an agent reaches it; null: it uses no provider. */
export const AGENT_ENDPOINT: Readonly<Record<AgentKind, EndpointMember | null>> = {
  demo: null,
  claude: "anthropicBaseUrl",
  codex: "openaiBaseUrl",
  pi: "piProvider",
};
