/** Before anybody chose: the first coding CLI that is installed plays every role. @module */
import type { AgentKind } from "../contract/common.ts";
import type { Driver } from "../agents/mod.ts";
import type { Db } from "../kernel/sqlite.ts";
import type { Log } from "../log/mod.ts";
import type { Settings } from "../settings/mod.ts";

/** As they are preferred. */
const CLIS = ["claude", "codex", "pi"] as const;

/** Turns are many and short; a worker's task deserves more thought. */
const EFFORTS = { primary: "low", manager: "low", worker: "medium" } as const;

export interface FirstChoiceOptions {
  db: Db;
  log: Log;
  settings: Settings;
  drivers: ReadonlyMap<AgentKind, Driver>;
  binary: (agent: AgentKind) => string | undefined;
}

/** @returns Makes the choice unless there is one; several at once make one. It stays open when no CLI is here. */
export function firstChoice({ db, log, settings, drivers, binary }: FirstChoiceOptions): () => Promise<void> {
  let choosing: Promise<void> | undefined;

  const isOpen = () => Object.values(settings.roles()).every((role) => role === null);

  async function choose(): Promise<void> {
    for (const agent of CLIS) {
      const found = await drivers.get(agent)?.detect({ binary: binary(agent) });
      if (!found?.available) continue;
      if (!isOpen()) return;
      const play = (role: keyof typeof EFFORTS) => ({ agent, effort: EFFORTS[role] });
      const roles = { primary: play("primary"), manager: play("manager"), worker: play("worker") };
      await settings.setRoles(roles);
      const payload = { what: "roles", roles };
      db.tx(() => log.append({ source: "kernel:runtime", kind: "settings.updated", payload }));
      return;
    }
  }

  return async () => {
    if (!isOpen()) return;
    choosing ??= choose().finally(() => choosing = undefined);
    await choosing;
  };
}
