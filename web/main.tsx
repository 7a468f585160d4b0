import { effect } from "@preact/signals";
import { render } from "preact";
import { App, fetchPage } from "./app.tsx";
import { AppContext } from "./app_context.ts";
import { type App as AppState, appState } from "./state/app.ts";
import { resolveLanguage } from "./state/preferences.ts";
import { browserStore } from "./state/storage.ts";
import { browserTimers } from "./state/timers.ts";

function applyTheme({ preferences }: AppState): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const choice = preferences.theme.value;
    const isDark = choice === "system" ? system.matches : choice === "dark";
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  };
  effect(apply);
  system.addEventListener("change", apply);
}

function applyLanguage({ preferences, i18n }: AppState): void {
  effect(() => {
    const language = resolveLanguage(preferences.language.value, navigator.languages);
    // When its texts cannot be loaded, the language that is shown stays.
    i18n.use(language).then(() => document.documentElement.lang = language, () => {});
  });
}

function watchWindow({ connection, outbox, attention, session, open }: AppState): void {
  addEventListener("online", () => {
    connection.retry();
    void outbox.resume();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    connection.retry();
    attention.back();
    // `newpi open` signed this browser in from another tab.
    if (session.peek() === "signedOut") void open();
  });
}

fetchPage(location.pathname);
const app = appState({
  send: (path, init) => fetch(path, init),
  openStream: (path) => new EventSource(path),
  store: browserStore(() => localStorage),
  timers: browserTimers,
  newKey: () => crypto.randomUUID(),
  isAway: () => document.hidden,
  languages: navigator.languages,
  reload: () => location.reload(),
});
applyTheme(app);
applyLanguage(app);
watchWindow(app);
void app.open();

const root = document.getElementById("app");
if (root !== null) {
  render(
    <AppContext.Provider value={app}>
      <App />
    </AppContext.Provider>,
    root,
  );
}
