import { ListChecks, type LucideIcon, MessageSquare, Settings } from "lucide-preact";
import { Link, useLocation } from "wouter-preact";
import { useText } from "../app_context.ts";
import type { TextKey } from "../i18n/i18n.ts";

export interface NavPage {
  path: string;
  label: TextKey;
  icon: LucideIcon;
}

/** Pages in the order of the sidebar; Settings stands apart at its end. */
export const PAGES: readonly NavPage[] = [
  { path: "/", label: "page.conversation", icon: MessageSquare },
  { path: "/tasks", label: "page.tasks", icon: ListChecks },
];
export const SETTINGS: NavPage = { path: "/settings", label: "page.settings", icon: Settings };

export function NavLink({ page: { path, label, icon: Icon } }: { page: NavPage }) {
  const t = useText();
  const [location] = useLocation();
  const isCurrent = path === "/" ? location === "/" : location.startsWith(path);
  return (
    <Link href={path} class="nav-item" aria-current={isCurrent ? "page" : undefined}>
      <Icon size={16} aria-hidden />
      <span class="cut">{t(label)}</span>
    </Link>
  );
}
