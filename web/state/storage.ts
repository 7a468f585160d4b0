/** What the browser keeps for this page between visits. @module */

export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

/** A browser may refuse storage or be full: then nothing is kept, and the page goes on working. */
export function browserStore(storage: () => Storage): KeyValueStore {
  return {
    get(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        return;
      }
    },
  };
}

export function memoryStore(): KeyValueStore {
  const entries = new Map<string, string>();
  return {
    get: (key) => entries.get(key) ?? null,
    set(key, value) {
      if (value === null) entries.delete(key);
      else entries.set(key, value);
    },
  };
}
