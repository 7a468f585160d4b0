import { Plus, Search } from "lucide-preact";
import { useApp } from "../app_context.ts";
import { NavLink, PAGES, SETTINGS } from "./nav.tsx";

/** The sidebar of a phone: five places for a thumb. */
export function BottomBar() {
  const { i18n: { t }, overlay } = useApp();
  const [conversation, tasks] = PAGES;
  return (
    <nav class="bottom" aria-label={t("app.pages")}>
      {conversation && <NavLink page={conversation} isShort />}
      {tasks && <NavLink page={tasks} isShort />}
      <button
        type="button"
        class="nav-item"
        aria-label={t("nav.newTask")}
        onClick={() => overlay.value = "newTask"}
      >
        <Plus size={16} aria-hidden />
        <span class="cut">{t("nav.short.newTask")}</span>
      </button>
      <button type="button" class="nav-item" onClick={() => overlay.value = "palette"}>
        <Search size={16} aria-hidden />
        <span class="cut">{t("nav.search")}</span>
      </button>
      <NavLink page={SETTINGS} isShort />
    </nav>
  );
}
