/** What the person chose, as the server keeps it. Keys go out and never come back. @module */
import { signal } from "@preact/signals";
import type {
  Binaries,
  ProviderView,
  RoleName,
  Roles,
  SettingsView,
} from "../../internal/contract/settings.ts";
import type { Api } from "./api.ts";

type SettingsApi = Pick<
  Api,
  "settings" | "putRoles" | "putBinaries" | "addProvider" | "patchProvider" | "removeProvider"
>;

export function settingsState(api: SettingsApi) {
  const view = signal<SettingsView | null>(null);
  const phase = signal<"loading" | "failed" | "ready">("loading");

  /** Old settings are better than none: a failure shows only while there is nothing to show. */
  async function load(): Promise<void> {
    if (view.value === null) phase.value = "loading";
    try {
      view.value = await api.settings();
      phase.value = "ready";
    } catch {
      if (view.value === null) phase.value = "failed";
    }
  }
  function know(change: (known: SettingsView) => Partial<SettingsView>) {
    if (view.value !== null) view.value = { ...view.value, ...change(view.value) };
  }
  function knowProvider(provider: ProviderView) {
    know(({ providers }) => ({
      providers: providers.some(({ id }) => id === provider.id)
        ? providers.map((each) => each.id === provider.id ? provider : each)
        : [...providers, provider],
    }));
  }

  return {
    view,
    phase,
    load,
    /** The roles that a provider plays a part in. */
    usersOf(id: string): RoleName[] {
      const plays = Object.entries(view.value?.roles ?? {}) as [RoleName, Roles[RoleName]][];
      return plays.filter(([, play]) => play?.provider === id).map(([role]) => role);
    },
    async putRoles(change: Partial<Roles>) {
      const { roles } = await api.putRoles(change);
      know(() => ({ roles }));
    },
    async putBinaries(change: Partial<Binaries>) {
      view.value = await api.putBinaries(change);
    },
    async addProvider(request: Parameters<Api["addProvider"]>[0]) {
      knowProvider((await api.addProvider(request)).provider);
    },
    async patchProvider(id: string, change: Parameters<Api["patchProvider"]>[1]) {
      knowProvider((await api.patchProvider(id, change)).provider);
    },
    async removeProvider(id: string) {
      await api.removeProvider(id);
      know(({ providers }) => ({ providers: providers.filter((each) => each.id !== id) }));
    },
  };
}
export type SettingsState = ReturnType<typeof settingsState>;
