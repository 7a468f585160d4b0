/** The state, handed to every component. @module */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { App } from "./state/app.ts";

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new RangeError("useApp() outside AppContext");
  return app;
}

export function useText() {
  return useApp().i18n.t;
}
