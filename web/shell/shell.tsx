import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useApp } from "../app_context.ts";
import { Toasts } from "../ui/toasts.tsx";
import { BottomBar } from "./bottom_bar.tsx";
import { ConnectionBar } from "./connection_bar.tsx";
import { Keys } from "./keys.tsx";
import { Overlays } from "./overlays.tsx";
import { Sidebar } from "./sidebar.tsx";

/** What stays while pages change. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { i18n: { t }, preferences, attention } = useApp();
  const [location] = useLocation();
  const isNew = useRef(true);
  useEffect(() => {
    // A window just opened starts at its top; whoever opened a row that is gone now goes on in the new page.
    if (!isNew.current && document.activeElement === document.body) document.getElementById("main")?.focus();
    isNew.current = false;
  }, [location]);
  return (
    <>
      <a class="skip" href="#main">{t("app.skip")}</a>
      <div class={`app ${preferences.sidebar.value === "hidden" ? "no-side" : ""}`}>
        <Sidebar />
        <div class="page">
          <ConnectionBar />
          <main id="main" class="main" tabIndex={-1}>{children}</main>
        </div>
        <BottomBar />
      </div>
      <div class="sr-only" aria-live="polite" aria-relevant="additions">
        {attention.announcements.value.map(({ id, text }) => <p key={id}>{text}</p>)}
      </div>
      <Toasts />
      <Overlays />
      <Keys />
    </>
  );
}
