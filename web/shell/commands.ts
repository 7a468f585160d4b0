/** What can be done from everywhere, by key and from the palette. @module */
import {
  Activity,
  Keyboard,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Monitor,
  Moon,
  PanelLeft,
  PenLine,
  Plus,
  Search,
  Settings,
  Sun,
  Terminal,
  UsersRound,
} from "lucide-preact";
import type { TextKey } from "../i18n/i18n.ts";
import type { App } from "../state/app.ts";

interface Command {
  icon: LucideIcon;
  label: TextKey;
  /** As in the keymap; none: only in the palette. */
  keys?: string;
  group: TextKey;
  run(): void;
}

/** The message field of the page; beside the conversation a task has its own, which comes after it. */
export function focusComposer(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>("main [data-composer]");
  field?.focus();
  return field !== null;
}

/** @param go Opens an address of this page. */
export function commands(app: App, go: (path: string) => void): Command[] {
  const { overlay, preferences } = app;
  const toggleSidebar = () => {
    preferences.sidebar.value = preferences.sidebar.value === "shown" ? "hidden" : "shown";
  };
  function toComposer() {
    if (focusComposer()) return;
    app.composer.wantsFocus.value = true;
    go("/");
  }
  const act = "keys.groupAct";
  const goTo = "keys.groupGo";
  return [
    { icon: Plus, label: "keys.newTask", keys: "c", group: act, run: () => overlay.value = "newTask" },
    { icon: PenLine, label: "keys.composer", keys: "l", group: act, run: toComposer },
    { icon: Search, label: "keys.palette", keys: "mod+k", group: act, run: () => overlay.value = "palette" },
    { icon: PanelLeft, label: "keys.sidebar", keys: "b", group: act, run: toggleSidebar },
    { icon: Keyboard, label: "keys.help", keys: "?", group: act, run: () => overlay.value = "keys" },
    { icon: MessageSquare, label: "keys.goConversation", keys: "g c", group: goTo, run: () => go("/") },
    { icon: ListChecks, label: "keys.goTasks", keys: "g t", group: goTo, run: () => go("/tasks") },
    { icon: Settings, label: "keys.goSettings", keys: "g s", group: goTo, run: () => go("/settings") },
    { icon: UsersRound, label: "palette.settingsRoles", group: goTo, run: () => go("/settings/roles") },
    { icon: Terminal, label: "palette.settingsAgents", group: goTo, run: () => go("/settings/agents") },
    { icon: KeyRound, label: "palette.settingsProviders", group: goTo, run: () => go("/settings/providers") },
    { icon: Activity, label: "palette.settingsStatus", group: goTo, run: () => go("/settings/status") },
    { icon: Sun, label: "palette.themeLight", group: act, run: () => preferences.theme.value = "light" },
    { icon: Moon, label: "palette.themeDark", group: act, run: () => preferences.theme.value = "dark" },
    {
      icon: Monitor,
      label: "palette.themeSystem",
      group: act,
      run: () => preferences.theme.value = "system",
    },
  ];
}
