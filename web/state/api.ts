/** The HTTP API as functions, typed by the contract. Same origin; the cookie signs in. @module */
import type { ChatAccepted, ChatRequest } from "../../internal/contract/conversation.ts";
import type { AgentKind, ErrorBody } from "../../internal/contract/common.ts";
import type { EventPage } from "../../internal/contract/log.ts";
import type {
  Binaries,
  CreateProvider,
  ModelList,
  PatchProvider,
  PresetList,
  ProviderView,
  Roles,
  SettingsView,
  TestAgent,
  TestResult,
} from "../../internal/contract/settings.ts";
import type { AgentList, Status } from "../../internal/contract/system.ts";
import type {
  CreateWorkItem,
  FileContent,
  WorkItem,
  WorkItemDetail,
  WorkItemFiles,
  WorkItemList,
  WorkItemStatus,
} from "../../internal/contract/work.ts";
import type { z } from "zod";

export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** There was no answer at all. */
export const UNREACHABLE = "UNREACHABLE";

/** A call that did not succeed. `code` is the server's. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
  }
}

export type EventsQuery = {
  conversation?: "1";
  item?: string;
  run?: string;
  before?: number;
  after?: number;
  around?: string;
  limit?: number;
};

/** @param onSignedOut Called for every 401, before the error is thrown. */
export function apiClient(send: Send, onSignedOut: () => void) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await send(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw new ApiError(UNREACHABLE, "newpi does not answer", 0, { cause });
    });
    if (response.status === 401) onSignedOut();
    if (!response.ok) throw await readError(response);
    return await response.json();
  }
  const provider = (id: string) => `/api/providers/${encodeURIComponent(id)}`;
  const item = (id: string) => `/api/work-items/${encodeURIComponent(id)}`;
  return {
    status: () => call<Status>("GET", "/api/status"),
    events: (query: EventsQuery) => call<EventPage>("GET", `/api/events?${search(query)}`),
    chat: (request: ChatRequest) => call<ChatAccepted>("POST", "/api/chat", request),
    redact: (id: string) => call("POST", `/api/messages/${encodeURIComponent(id)}/redact`, {}),
    imageUrl: (id: string, index: number) => `/api/messages/${encodeURIComponent(id)}/images/${index}`,
    workItems: (all: boolean) => call<WorkItemList>("GET", `/api/work-items${all ? "?all=1" : ""}`),
    workItem: (id: string) => call<WorkItemDetail>("GET", item(id)),
    createWorkItem: (request: z.input<typeof CreateWorkItem>) =>
      call<{ item: WorkItem }>("POST", "/api/work-items", request),
    setWorkItemStatus: (id: string, status: WorkItemStatus) =>
      call<{ item: WorkItem }>("PATCH", item(id), { status }),
    cancel: (id: string) => call<{ cancelled: string[] }>("POST", `${item(id)}/cancel`, {}),
    files: (id: string) => call<WorkItemFiles>("GET", `${item(id)}/files`),
    file: (id: string, path: string) => call<FileContent>("GET", `${item(id)}/file?${search({ path })}`),
    downloadUrl: (id: string, path: string) => `${item(id)}/file?${search({ path, download: 1 })}`,
    agents: () => call<AgentList>("GET", "/api/agents"),
    roles: () => call<{ roles: Roles }>("GET", "/api/settings/roles"),
    putRoles: (roles: Partial<Roles>) => call<{ roles: Roles }>("PUT", "/api/settings/roles", { roles }),
    settings: () => call<SettingsView>("GET", "/api/settings"),
    putBinaries: (binaries: Partial<Binaries>) =>
      call<SettingsView>("PUT", "/api/settings/binaries", { binaries }),
    presets: () => call<z.infer<typeof PresetList>>("GET", "/api/provider-presets"),
    addProvider: (request: z.input<typeof CreateProvider>) =>
      call<{ provider: ProviderView }>("POST", "/api/providers", request),
    patchProvider: (id: string, change: z.input<typeof PatchProvider>) =>
      call<{ provider: ProviderView }>("PATCH", provider(id), change),
    removeProvider: (id: string) => call("DELETE", provider(id)),
    models: (agent: AgentKind) => call<ModelList>("GET", `/api/agents/${agent}/models`),
    testAgent: (request: z.input<typeof TestAgent>) => call<TestResult>("POST", "/api/agents/test", request),
    logout: () => call("POST", "/api/auth/logout", {}),
  };
}
export type Api = ReturnType<typeof apiClient>;

function search(query: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params.toString();
}

/** A proxy in between may answer with a page instead of the error shape. */
async function readError(response: Response): Promise<ApiError> {
  const body: ErrorBody | null = await response.json().catch(() => null);
  const { code, message } = body?.error ?? { code: `HTTP_${response.status}`, message: response.statusText };
  return new ApiError(code, message, response.status);
}
