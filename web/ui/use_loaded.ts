import { useEffect, useState } from "preact/hooks";

type Loaded<T> =
  | { phase: "loading" }
  | { phase: "failed"; retry(): void }
  | { phase: "ready"; value: T };

/** Loads when `inputs` change, keeps the old value until the new one is there, and forgets a late answer. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ phase: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setLoaded({ phase: "ready", value }),
      () => isCurrent && setLoaded({ phase: "failed", retry: () => setAttempt(attempt + 1) }),
    );
    return () => void (isCurrent = false);
  }, [...inputs, attempt]);
  return loaded;
}
