/** Providers, roles and binaries. A key goes in and never comes out. @module */
import { Hono } from "hono";
import * as z from "zod";
import { AgentKind, Ok } from "../../contract/common.ts";
import {
  type Binaries,
  CreateProvider,
  PatchProvider,
  PresetList,
  ProviderId,
  ProviderResult,
  PutBinaries,
  PutRoles,
  RolesView,
  SettingsView,
} from "../../contract/settings.ts";
import { BinaryUnusableError, presets } from "../../settings/mod.ts";
import type { Runtime } from "../runtime.ts";
import { describe, validate } from "./validate.ts";

const Param = z.object({ id: ProviderId });

export function settingsRoutes(runtime: Runtime) {
  const { settings } = runtime;
  return new Hono()
    .get("/", describe("Everything the person chose; keys only as a hint", SettingsView), (c) => {
      return c.json(settings.view());
    })
    .get(
      "/roles",
      describe("Which agent plays which role", RolesView),
      (c) => c.json({ roles: settings.roles() }),
    )
    .put(
      "/roles",
      describe("Gives roles to agents; roles that are not named keep theirs", RolesView, {
        refusals: ["PROVIDER_UNUSABLE", "PROVIDER_NOT_FOUND"],
      }),
      validate("json", PutRoles),
      async (c) => {
        const changed = await settings.setRoles(c.req.valid("json").roles);
        if (changed) record(runtime, { what: "roles", roles: settings.roles() });
        return c.json({ roles: settings.roles() });
      },
    )
    .put(
      "/binaries",
      describe("Where the coding CLIs are; empty looks them up on PATH", SettingsView, {
        refusals: ["BINARY_UNUSABLE"],
      }),
      validate("json", PutBinaries),
      async (c) => {
        const { binaries } = c.req.valid("json");
        await checkBinaries(runtime, binaries);
        if (await settings.setBinaries(binaries)) record(runtime, { what: "binaries" });
        return c.json(settings.view());
      },
    );
}

export function providerRoutes(runtime: Runtime) {
  const { settings } = runtime;
  const shown = (id: string) => settings.view().providers.find((provider) => provider.id === id);
  return new Hono()
    .post(
      "/",
      describe("Adds a provider", ProviderResult, {
        status: 201,
        refusals: ["PROVIDER_EXISTS", "PROVIDER_UNUSABLE"],
      }),
      validate("json", CreateProvider),
      async (c) => {
        const given = c.req.valid("json");
        await settings.addProvider(given);
        record(runtime, { what: "providers", added: given.id });
        return c.json({ ok: true, provider: shown(given.id) }, 201);
      },
    )
    .patch(
      "/:id",
      describe('Changes a provider; without "apiKey" the key stays, "" clears it', ProviderResult, {
        refusals: ["PROVIDER_NOT_FOUND", "PROVIDER_UNUSABLE"],
      }),
      validate("param", Param),
      validate("json", PatchProvider),
      async (c) => {
        const { id } = c.req.valid("param");
        const changed = await settings.patchProvider(id, c.req.valid("json"));
        if (changed) record(runtime, { what: "providers", updated: id });
        return c.json({ ok: true, provider: shown(id) });
      },
    )
    .delete(
      "/:id",
      describe("Removes a provider that no role uses", Ok, {
        refusals: ["PROVIDER_NOT_FOUND", "PROVIDER_IN_USE"],
      }),
      validate("param", Param),
      async (c) => {
        const { id } = c.req.valid("param");
        await settings.removeProvider(id);
        record(runtime, { what: "providers", deleted: id });
        return c.json({ ok: true });
      },
    );
}

export function presetRoutes() {
  return new Hono().get(
    "/",
    describe("Starting points for providers", PresetList),
    (c) => c.json({ presets: [...presets] }),
  );
}

/** @throws {BinaryUnusableError} There is no such program at a path, or it does not say its version. */
async function checkBinaries({ drivers }: Runtime, binaries: Partial<Binaries>): Promise<void> {
  for (const [agent, binary] of Object.entries(binaries)) {
    const driver = drivers.get(AgentKind.parse(agent));
    if (binary === "" || driver === undefined) continue;
    const { problem } = await driver.detect({ binary });
    if (problem !== null) throw new BinaryUnusableError(`Cannot use this as ${agent}: ${problem}`);
  }
}

/** The file is written first: an event must not tell of a choice that was then not kept. */
function record({ db, log }: Runtime, payload: Record<string, unknown>): void {
  db.tx(() => log.append({ source: "connector:web", kind: "settings.updated", payload }));
}
