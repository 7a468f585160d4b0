/** Who shall play which role, before it is saved; a reload does not lose it. @module */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { RunAs } from "../../internal/contract/common.ts";
import type { RoleName, Roles } from "../../internal/contract/settings.ts";
import { AGENT_ENDPOINT } from "../../internal/contract/settings_forms.ts";
import { type Play, samePlay } from "./role_choice.ts";

export const ROLES: readonly RoleName[] = ["primary", "manager", "worker"];

interface Draft {
  /** What was saved when the person began to choose. */
  was: Play;
  wants: Play;
}

interface RoleDraftsOptions {
  saved: ReadonlySignal<Roles | null>;
  /** Where the text of a draft is kept. */
  keep(name: string): Signal<string>;
  put(change: Partial<Roles>): Promise<void>;
}

export function roleDraftsState({ saved, keep, put }: RoleDraftsOptions) {
  const texts = new Map(ROLES.map((role) => [role, keep(`role.${role}`)]));
  const drafts = computed(() =>
    new Map(ROLES.map((role) => [role, readDraft(texts.get(role)?.value ?? "")]))
  );
  const refusals = signal<Partial<Record<RoleName, unknown>>>({});
  const isSaving = signal(false);

  const savedOf = (role: RoleName): Play => saved.value?.[role] ?? null;
  function isChanged(role: RoleName): boolean {
    const draft = drafts.value.get(role);
    return draft != null && !samePlay(draft.wants, savedOf(role));
  }
  function write(role: RoleName, draft: Draft | null) {
    const text = texts.get(role);
    if (text !== undefined) text.value = draft === null ? "" : JSON.stringify(draft);
    refusals.value = { ...refusals.value, [role]: undefined };
  }
  const changed = computed(() => saved.value === null ? [] : ROLES.filter(isChanged));

  return {
    changed,
    isSaving,
    /** Why the server did not take a role. */
    refusals,
    of: (role: RoleName): Play => isChanged(role) ? drafts.value.get(role)?.wants ?? null : savedOf(role),
    change(role: RoleName, wants: Play) {
      const was = isChanged(role) ? drafts.value.get(role)?.was ?? null : savedOf(role);
      write(role, samePlay(wants, savedOf(role)) ? null : { was, wants });
    },
    /** Somebody saved something else since the person began. */
    isOvertaken(role: RoleName): boolean {
      const draft = drafts.value.get(role);
      return draft != null && isChanged(role) && !samePlay(draft.was, savedOf(role));
    },
    /** The person has seen what was saved meanwhile and stays with their own choice. */
    insist(role: RoleName) {
      const draft = drafts.value.get(role);
      if (draft != null) write(role, { ...draft, was: savedOf(role) });
    },
    discard: (role: RoleName) => write(role, null),
    /** One role after the other, so that one refusal does not hold up the rest. @returns Whether all were taken. */
    async save(): Promise<boolean> {
      isSaving.value = true;
      let isComplete = true;
      for (const role of changed.value) {
        try {
          await put({ [role]: drafts.value.get(role)?.wants ?? null });
          write(role, null);
        } catch (error) {
          refusals.value = { ...refusals.value, [role]: error };
          isComplete = false;
        }
      }
      isSaving.value = false;
      return isComplete;
    },
  };
}
export type RoleDrafts = ReturnType<typeof roleDraftsState>;

/** The browser keeps what any version of this page wrote. */
function readDraft(text: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft !== "object" || draft === null || !("was" in draft && "wants" in draft)) return null;
    const { was, wants } = draft;
    return isPlay(was) && isPlay(wants) ? { was, wants } : null;
  } catch {
    return null;
  }
}

function isPlay(value: unknown): value is Play {
  if (value === null) return true;
  if (typeof value !== "object" || !("agent" in value)) return false;
  const { agent, ...rest } = value as Partial<RunAs>;
  return agent !== undefined && agent in AGENT_ENDPOINT &&
    Object.values(rest).every((member) => typeof member === "string");
}
