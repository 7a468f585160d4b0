/** What the person chose; every change is checked, then written, then true. @module */
import type { RunAs } from "../contract/common.ts";
import type { Binaries, Roles, SettingsView, StoredProvider } from "../contract/settings.ts";
import { ProviderExistsError, ProviderNotFoundError } from "./error.ts";
import { readSettings, type SettingsFile, writeSettings } from "./file.ts";
import {
  accessFor,
  completeProvider,
  type ProviderAccess,
  refuseWhileUsed,
  viewProvider,
} from "./providers.ts";

const nobody: Roles = { primary: null, manager: null, worker: null };
const onPath: Binaries = { claude: "", codex: "", pi: "" };

export interface Settings {
  roles(): Roles;
  binaries(): Binaries;
  view(): SettingsView;
  /** What a CLI is given to reach the provider of this choice; null without one. */
  access(choice: RunAs): ProviderAccess | null;
  /** Each returns false when nothing changed and nothing was written. */
  setRoles(change: Partial<Roles>): Promise<boolean>;
  setBinaries(change: Partial<Binaries>): Promise<boolean>;
  addProvider(provider: Partial<StoredProvider> & { id: string; label: string }): Promise<boolean>;
  patchProvider(id: string, change: Partial<StoredProvider>): Promise<boolean>;
  removeProvider(id: string): Promise<boolean>;
}

/** @throws {SettingsUnreadableError} */
export async function openSettings(path: string): Promise<Settings> {
  let file = await readSettings(path);
  let writing: Promise<unknown> = Promise.resolve();

  const roles = (): Roles => ({ ...nobody, ...file.roles });
  const binaries = (): Binaries => ({ ...onPath, ...file.binaries });

  /** One change after the other, each checked against what is true then, so that two at once are both kept. */
  function change(next: () => SettingsFile): Promise<boolean> {
    const written = writing.then(async () => {
      // What the person wrote into the file meanwhile is theirs, and stays.
      file = await readSettings(path);
      const changed = next();
      if (JSON.stringify(changed) === JSON.stringify(file)) return false;
      await writeSettings(path, changed);
      file = changed;
      return true;
    });
    writing = written.catch(() => {});
    return written;
  }

  function provider(id: string): StoredProvider {
    const found = file.providers.find((each) => each.id === id);
    if (found === undefined) throw new ProviderNotFoundError(`Cannot find provider "${id}"`);
    return found;
  }

  return {
    roles,
    binaries,
    view: () => ({ path, roles: roles(), providers: file.providers.map(viewProvider), binaries: binaries() }),
    access: (choice) => accessFor(file.providers, choice),
    setRoles: (wanted) =>
      change(() => {
        const next = { ...roles(), ...wanted };
        for (const plays of Object.values(wanted)) if (plays) accessFor(file.providers, plays);
        return { ...file, roles: next };
      }),
    setBinaries: (wanted) => change(() => ({ ...file, binaries: { ...binaries(), ...wanted } })),
    addProvider: (given) =>
      change(() => {
        if (file.providers.some((each) => each.id === given.id)) {
          throw new ProviderExistsError(`There is a provider "${given.id}" already`);
        }
        return { ...file, providers: [...file.providers, completeProvider(given)] };
      }),
    patchProvider: (id, wanted) =>
      change(() => {
        const patched = completeProvider({ ...provider(id), ...wanted, id });
        const providers = file.providers.map((each) => each.id === id ? patched : each);
        for (const plays of Object.values(roles())) if (plays?.provider === id) accessFor(providers, plays);
        return { ...file, providers };
      }),
    removeProvider: (id) =>
      change(() => {
        provider(id);
        refuseWhileUsed(id, roles());
        return { ...file, providers: file.providers.filter((each) => each.id !== id) };
      }),
  };
}
