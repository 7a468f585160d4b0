import { PanelLeft } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../app_context.ts";
import { IconButton } from "../ui/icon_button.tsx";

/** Title and actions of a page; also names the browser's tab. */
export function PageBar({ title, before, children }: {
  title: string;
  before?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { i18n: { t }, preferences, attention } = useApp();
  const count = attention.unseen.value;
  useEffect(() => {
    const page = t("app.title", { page: title });
    document.title = count === 0 ? page : t("app.unseen", { count, title: page });
  }, [title, count, t("app.title", { page: title })]);
  return (
    <header class="bar">
      {preferences.sidebar.value === "hidden" && (
        <span class="wide-only">
          <IconButton
            icon={PanelLeft}
            label={t("nav.showSidebar")}
            onClick={() => preferences.sidebar.value = "shown"}
          />
        </span>
      )}
      {before}
      <h1 class="cut" title={title}>{title}</h1>
      <span class="spacer" />
      {children}
    </header>
  );
}
