/** The state of the settings page; it lives as long as one of its sections is shown. @module */
import { computed, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect, useMemo } from "preact/hooks";
import type { Event } from "../../../internal/contract/log.ts";
import { useApp } from "../../app_context.ts";
import { agentTestsState } from "../../state/agent_tests.ts";
import type { App } from "../../state/app.ts";
import { modelListsState } from "../../state/model_lists.ts";
import { roleDraftsState } from "../../state/role_drafts.ts";
import { settingsState } from "../../state/settings.ts";

function settingsPageState({ api, drafts, system }: App) {
  const settings = settingsState(api);
  const tests = agentTestsState(api, () => Date.now());
  const hasNoAgents = signal(false);

  /** Those of the start are shown when they cannot be read again. */
  async function loadAgents() {
    hasNoAgents.value = false;
    await system.loadAgents().catch(() => hasNoAgents.value = system.agents.value === null);
  }
  return {
    settings,
    roles: roleDraftsState({
      saved: computed(() => settings.view.value?.roles ?? null),
      keep: drafts.of,
      put: settings.putRoles,
    }),
    tests,
    models: modelListsState(api),
    hasFailed: computed(() => settings.phase.value === "failed" || hasNoAgents.value),
    loadAgents,
    async load() {
      await Promise.all([settings.load(), loadAgents()]);
    },
    /** Another tab or a terminal may have changed them too. */
    async apply({ kind, payload }: Event) {
      if (kind !== "settings.updated") return;
      await Promise.all([settings.load(), payload.what === "binaries" && loadAgents()]);
    },
    /** What was answered through a provider says nothing about it as it is now. */
    forgetTestsOf(provider: string) {
      [`provider.${provider}`, ...settings.usersOf(provider)].forEach(tests.forget);
    },
  };
}
type SettingsPage = ReturnType<typeof settingsPageState>;

export const SettingsContext = createContext<SettingsPage | null>(null);

export function useSettings(): SettingsPage {
  const page = useContext(SettingsContext);
  if (page === null) throw new RangeError("useSettings() outside SettingsContext");
  return page;
}

/** Reads the settings when the page opens, when somebody changes them and when a lost connection is back. */
export function useSettingsPage(): SettingsPage {
  const app = useApp();
  const page = useMemo(() => settingsPageState(app), [app]);
  useEffect(() => {
    let wasLost = false;
    void page.load();
    const stopListening = app.listen((event) => void page.apply(event));
    const stopWaiting = app.connection.phase.subscribe((phase) => {
      if (phase === "live" && wasLost) void page.load();
      wasLost = phase === "lost" || phase === "connecting" && wasLost;
    });
    return () => {
      stopListening();
      stopWaiting();
    };
  }, [page]);
  return page;
}
