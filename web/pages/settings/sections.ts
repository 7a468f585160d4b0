/** The parts of the settings, each with an address. @module */
import { Activity, KeyRound, type LucideIcon, SlidersHorizontal, Terminal, UsersRound } from "lucide-preact";

export const SECTIONS = ["general", "roles", "agents", "providers", "status"] as const;
export type Section = typeof SECTIONS[number];

export const SECTION_ICONS: Readonly<Record<Section, LucideIcon>> = {
  general: SlidersHorizontal,
  roles: UsersRound,
  agents: Terminal,
  providers: KeyRound,
  status: Activity,
};

export const addressOf = (section: Section) => `/settings/${section}`;

export function sectionOf(name: string | undefined): Section | undefined {
  return SECTIONS.find((section) => section === name);
}
