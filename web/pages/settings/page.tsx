import { ChevronLeft, ChevronRight, TriangleAlert } from "lucide-preact";
import { Link, useParams } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { PageBar } from "../../shell/page_bar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMedia } from "../../ui/use_media.ts";
import { Missing } from "../missing.tsx";
import { AgentSettings } from "./agents.tsx";
import { GeneralSettings } from "./general.tsx";
import { ProviderSettings } from "./providers.tsx";
import { RoleSettings } from "./roles.tsx";
import { addressOf, type Section, SECTION_ICONS, sectionOf, SECTIONS } from "./sections.ts";
import { StatusSettings } from "./status.tsx";
import { SettingsContext, useSettings, useSettingsPage } from "./use_settings.ts";

/** Enough for the list of sections beside a section. */
const WIDE = "(min-width: 1000px)";

export function Page() {
  const { section: name } = useParams<{ section?: string }>();
  const section = sectionOf(name);
  const page = useSettingsPage();
  const isWide = useMedia(WIDE);
  if (name !== undefined && section === undefined) return <Missing />;
  return (
    <SettingsContext.Provider value={page}>
      {isWide ? <Beside section={section ?? "general"} /> : <Stacked section={section} />}
    </SettingsContext.Provider>
  );
}

function Beside({ section }: { section: Section }) {
  const { i18n: { t } } = useApp();
  return (
    <>
      <PageBar title={t("page.settings")}>
        <Shortcuts />
      </PageBar>
      <div class="settings beside">
        <nav class="settings-nav" aria-label={t("settings.sections")}>
          {SECTIONS.map((each) => {
            const Icon = SECTION_ICONS[each];
            return (
              <Link
                key={each}
                href={addressOf(each)}
                class="nav-item"
                aria-current={each === section ? "page" : undefined}
              >
                <Icon size={16} aria-hidden />
                <span class="cut">{t(`settings.section.${each}`)}</span>
                {each === "roles" && <UnsavedMark />}
              </Link>
            );
          })}
        </nav>
        <SectionBody key={section} section={section} />
      </div>
    </>
  );
}

/** Choices that are not saved are not forgotten either. */
function UnsavedMark() {
  const { i18n: { t } } = useApp();
  const { roles } = useSettings();
  if (roles.changed.value.length === 0) return null;
  return (
    <>
      <span class="spacer" />
      <Dot tone="wait" />
      <span class="sr-only">{t("settings.unsaved")}</span>
    </>
  );
}

/** Where there is no room for both: the list, and from there one section at a time. */
function Stacked({ section }: { section: Section | undefined }) {
  const { i18n: { t } } = useApp();
  if (section === undefined) {
    return (
      <>
        <PageBar title={t("page.settings")}>
          <Shortcuts />
        </PageBar>
        <nav class="settings" aria-label={t("settings.sections")}>
          <ul class="settings-card">
            {SECTIONS.map((each) => <SectionRow key={each} section={each} />)}
          </ul>
        </nav>
      </>
    );
  }
  return (
    <>
      <PageBar
        title={t("page.settings")}
        before={
          <Link
            class="icon-button"
            href="/settings"
            aria-label={t("settings.allSections")}
            title={t("settings.allSections")}
          >
            <ChevronLeft size={16} aria-hidden />
          </Link>
        }
      />
      <div class="settings">
        <SectionBody key={section} section={section} />
      </div>
    </>
  );
}

function SectionRow({ section }: { section: Section }) {
  const { i18n: { t } } = useApp();
  const Icon = SECTION_ICONS[section];
  return (
    <li>
      <Link href={addressOf(section)} class="section-row" data-row>
        <Icon size={18} aria-hidden />
        <span class="setting-name">
          <span>{t(`settings.section.${section}`)}</span>
          <small>{t(`settings.sectionHint.${section}`)}</small>
        </span>
        {section === "roles" && <UnsavedMark />}
        <ChevronRight size={16} aria-hidden />
      </Link>
    </li>
  );
}

function Shortcuts() {
  const { i18n: { t }, overlay } = useApp();
  return (
    <span class="wide-only">
      <Button small tone="quiet" onClick={() => overlay.value = "keys"}>{t("settings.shortcuts")}</Button>
    </span>
  );
}

function SectionBody({ section }: { section: Section }) {
  const { settings, hasFailed } = useSettings();
  const { system } = useApp();
  if (section === "general") return <GeneralSettings />;
  if (section === "status") return <StatusSettings />;
  if (hasFailed.value) return <Unreadable />;
  const view = settings.view.value;
  const agents = system.agents.value;
  if (view === null || agents === null) return <Skeleton />;
  if (section === "roles") return <RoleSettings view={view} agents={agents} />;
  if (section === "agents") return <AgentSettings view={view} agents={agents} />;
  return <ProviderSettings view={view} agents={agents} />;
}

function Unreadable() {
  const { i18n: { t } } = useApp();
  const { load } = useSettings();
  return (
    <Empty icon={TriangleAlert} title={t("failed.title")} text={t("failed.text")}>
      <Button onClick={() => void load()}>{t("action.retry")}</Button>
    </Empty>
  );
}
