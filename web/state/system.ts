/** The runtime as the page knows it: its status, the agents on this machine, who plays which role. @module */
import { signal } from "@preact/signals";
import type { Event } from "../../internal/contract/log.ts";
import type { Roles } from "../../internal/contract/settings.ts";
import type { AgentInfo, Status } from "../../internal/contract/system.ts";
import type { Api } from "./api.ts";

export function systemState(api: Pick<Api, "status" | "agents" | "putRoles" | "roles">) {
  const status = signal<Status | null>(null);
  const roles = signal<Roles | null>(null);
  /** Of the server that this page was loaded from. */
  const pageVersion = signal<string | null>(null);
  const agents = signal<AgentInfo[] | null>(null);

  async function loadStatus(): Promise<Status> {
    const loaded = await api.status();
    status.value = loaded;
    pageVersion.value ??= loaded.version;
    roles.value = loaded.roles;
    return loaded;
  }
  return {
    status,
    roles,
    agents,
    pageVersion,
    loadStatus,
    async loadAgents() {
      agents.value = (await api.agents()).agents;
    },
    /** Shown at once and taken back when the server refuses. */
    async putRoles(change: Partial<Roles>): Promise<void> {
      const before = roles.value;
      if (before !== null) roles.value = { ...before, ...change };
      try {
        roles.value = (await api.putRoles(change)).roles;
      } catch (error) {
        roles.value = before;
        throw error;
      }
    },
    async apply(event: Event) {
      if (event.kind === "settings.updated") roles.value = (await api.roles()).roles;
    },
  };
}
