import { PanelLeft, Plus, Search } from "lucide-preact";
import { Link } from "wouter-preact";
import type { WorkItemState } from "../../internal/contract/work.ts";
import { useApp } from "../app_context.ts";
import type { TextKey } from "../i18n/i18n.ts";
import { taskTone } from "../pages/task/state_badge.tsx";
import { Dot } from "../ui/badge.tsx";
import { IconButton } from "../ui/icon_button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Mark } from "../ui/mark.tsx";
import { Elapsed } from "../ui/time.tsx";
import { keyLabels } from "./key_label.ts";
import { NavLink, PAGES, SETTINGS } from "./nav.tsx";

/** The same states in a word, for a narrow column. */
const SHORT: Partial<Record<WorkItemState, TextKey>> = {
  waiting: "stateShort.waiting",
  running: "stateShort.running",
  queued: "stateShort.queued",
  thinking: "stateShort.thinking",
};
/** More than this is what the Tasks page is for. */
const MAX_ACTIVE = 8;

export function Sidebar() {
  const { i18n: { t }, overlay, preferences } = useApp();
  return (
    <nav class="side" aria-label={t("app.pages")}>
      <div class="brand">
        <Mark size={24} />
        <span>newpi</span>
        <span class="spacer" />
        <IconButton
          icon={PanelLeft}
          label={t("nav.hideSidebar")}
          onClick={() => preferences.sidebar.value = "hidden"}
        />
      </div>
      <button type="button" class="nav-item" onClick={() => overlay.value = "newTask"}>
        <Plus size={16} aria-hidden />
        <span class="cut">{t("nav.newTask")}</span>
        <Kbd>c</Kbd>
      </button>
      <button type="button" class="nav-item" onClick={() => overlay.value = "palette"}>
        <Search size={16} aria-hidden />
        <span class="cut">{t("nav.search")}</span>
        <Kbd>{keyLabels("mod+k").join(" ")}</Kbd>
      </button>
      <div class="nav-pages">{PAGES.map((page) => <NavLink key={page.path} page={page} />)}</div>
      <InProgress />
      <div class="spacer" />
      <NavLink page={SETTINGS} />
    </nav>
  );
}

function InProgress() {
  const { i18n: { t }, tasks } = useApp();
  const active = tasks.active.value.slice(0, MAX_ACTIVE);
  if (active.length === 0) return null;
  return (
    <section class="in-progress" aria-label={t("nav.inProgress")}>
      <h2>{t("nav.inProgress")}</h2>
      {active.map(({ item, state, run }) => (
        <Link key={item.id} href={`/tasks/${item.id}`} class="live" title={item.title}>
          <Dot tone={taskTone(state)} pulse={state === "running"} />
          <span class="cut">{item.title}</span>
          {state === "running" && run?.startedAt
            ? <Elapsed since={run.startedAt} />
            : <small>{t(SHORT[state] ?? `state.${state}`)}</small>}
        </Link>
      ))}
    </section>
  );
}
