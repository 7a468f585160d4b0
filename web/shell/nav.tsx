import { ListChecks, type LucideIcon, MessageSquare, Settings } from "lucide-preact";
import { Link, useLocation } from "wouter-preact";
import { useText } from "../app_context.ts";
import type { TextKey } from "../i18n/i18n.ts";

interface NavPage {
  path: string;
  label: TextKey;
  /** Under the thumb on a phone. */
  short: TextKey;
  icon: LucideIcon;
}

/** Pages in the order of the sidebar; Settings stands apart at its end. */
export const PAGES: readonly NavPage[] = [
  { path: "/", label: "page.conversation", short: "nav.short.conversation", icon: MessageSquare },
  { path: "/tasks", label: "page.tasks", short: "page.tasks", icon: ListChecks },
];
export const SETTINGS: NavPage = {
  path: "/settings",
  label: "page.settings",
  short: "page.settings",
  icon: Settings,
};

export function NavLink(
  { page: { path, label, short, icon: Icon }, isShort }: { page: NavPage; isShort?: boolean },
) {
  const t = useText();
  const [location] = useLocation();
  const isCurrent = path === "/" ? location === "/" : location.startsWith(path);
  return (
    <Link href={path} class="nav-item" aria-current={isCurrent ? "page" : undefined}>
      <Icon size={16} aria-hidden />
      <span class="cut">{t(isShort ? short : label)}</span>
    </Link>
  );
}
