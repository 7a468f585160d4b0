/** The models of each agent, asked for once a page: a CLI takes its time to name them. @module */
import { signal } from "@preact/signals";
import type { AgentKind } from "../../internal/contract/common.ts";
import type { ModelList } from "../../internal/contract/settings.ts";
import type { Api } from "./api.ts";

type Loading = ModelList | "loading" | "failed";

export function modelListsState(api: Pick<Api, "models">) {
  const lists = signal<ReadonlyMap<AgentKind, Loading>>(new Map());

  function set(agent: AgentKind, list: Loading) {
    lists.value = new Map(lists.value).set(agent, list);
  }
  return {
    of: (agent: AgentKind): Loading => lists.value.get(agent) ?? "loading",
    /** A list that is there or on its way is not asked for again, one that failed is. */
    async load(agent: AgentKind): Promise<void> {
      const known = lists.peek().get(agent);
      if (known !== undefined && known !== "failed") return;
      set(agent, "loading");
      set(agent, await api.models(agent).catch(() => "failed" as const));
    },
    /** Another program may name others. */
    forget(agent: AgentKind) {
      const kept = new Map(lists.value);
      kept.delete(agent);
      lists.value = kept;
    },
  };
}
export type ModelLists = ReturnType<typeof modelListsState>;
