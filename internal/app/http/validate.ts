/** Requests are of the shape their contract states, or refused with what is wrong; and so described in OpenAPI. @module */
import { describeRoute, resolver, validator } from "hono-openapi";
import type { ValidationTargets } from "hono";
import type * as z from "zod";
import { ErrorBody } from "../../contract/common.ts";
import { notUsable } from "../issues.ts";

/** @throws {InvalidError} Names the member and what was expected. */
export function validate<T extends z.ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: T,
) {
  return validator(target, schema, (result) => {
    if (!result.success) throw notUsable(target === "json" ? "body" : target, result.error);
  });
}

const json = (schema: z.ZodType, description: string) => ({
  description,
  content: { "application/json": { schema: resolver(schema) } },
});

const bytes = (types: readonly string[], description: string) => ({
  description,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: { type: "string" as const, format: "binary" } }]),
  ),
});

export interface RouteOptions {
  status?: number;
  /** The codes that a caller should expect. */
  refusals?: string[];
  /** What the route reads by itself, without `validate`. */
  body?: z.ZodType;
}

/**
 * What a route does and answers, for `/api/openapi.json`.
 *
 * @param answer A shape, or the types of the bytes that come back.
 */
export function describe(summary: string, answer: z.ZodType | readonly string[], options: RouteOptions = {}) {
  const { status = 200, refusals = [], body } = options;
  return describeRoute({
    summary,
    ...(body === undefined ? {} : {
      requestBody: { required: true, content: { "application/json": { schema: resolver(body) } } },
    }),
    responses: {
      [status]: "length" in answer ? bytes(answer, summary) : json(answer, summary),
      default: json(
        ErrorBody,
        refusals.length === 0 ? "Refused" : `Refused, among others with ${refusals.join(", ")}`,
      ),
    },
  });
}
