/** The coding CLIs: which are there, what they offer, whether they answer. @module */
import { Hono } from "hono";
import * as z from "zod";
import { AgentKind } from "../../contract/common.ts";
import { ModelList, TestAgent, TestResult } from "../../contract/settings.ts";
import { AgentList } from "../../contract/system.ts";
import { RouteNotFoundError } from "../error.ts";
import { binaryOf, type Runtime } from "../runtime.ts";
import { describe, validate } from "./validate.ts";

const Param = z.object({ agent: AgentKind });

export function agentRoutes({ drivers, settings, work }: Runtime) {
  return new Hono()
    .get(
      "/",
      describe("The coding CLIs this version can use, and whether they are here", AgentList),
      async (c) => {
        const agents = await Promise.all(
          [...drivers.values()].map((driver) => driver.detect({ binary: binaryOf(settings, driver.kind) })),
        );
        return c.json({ agents });
      },
    )
    .get(
      "/:agent/models",
      describe("Models and efforts of one CLI, with where the list comes from", ModelList),
      validate("param", Param),
      async (c) => {
        const { agent } = c.req.valid("param");
        const driver = drivers.get(agent);
        if (driver === undefined) throw new RouteNotFoundError(`This version has no agent "${agent}"`);
        return c.json(await driver.models({ binary: binaryOf(settings, agent) }));
      },
    )
    .post(
      "/test",
      describe("Asks the agent of a role, or the one named instead, for one word", TestResult, {
        refusals: ["AGENT_NOT_CONFIGURED", "PROVIDER_UNUSABLE", "PROVIDER_NOT_FOUND"],
      }),
      validate("json", TestAgent),
      async (c) => {
        const { role, runAs } = c.req.valid("json");
        return c.json(await work.ping(role, runAs));
      },
    );
}
