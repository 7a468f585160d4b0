/** Requests are of the shape their contract states, or refused with what is wrong; and so described in OpenAPI. @module */
import { describeRoute, resolver, validator } from "hono-openapi";
import type { ValidationTargets } from "hono";
import type * as z from "zod";
import { InvalidError } from "../../kernel/errors.ts";
import { ErrorBody } from "../../contract/common.ts";

/** @throws {InvalidError} Names the member and what was expected. */
export function validate<T extends z.ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: T,
) {
  return validator(target, schema, (result) => {
    if (result.success) return;
    const sentences = result.error.map(({ path, message }) => {
      const name = (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
      return name === "" ? message : `${name}: ${message}`;
    });
    throw new InvalidError(
      `The ${target === "json" ? "body" : target} is not usable: ${sentences.join("; ")}`,
    );
  });
}

const json = (schema: z.ZodType, description: string) => ({
  description,
  content: { "application/json": { schema: resolver(schema) } },
});

/** What a route does and answers, for `/api/openapi.json`. `refusals`: the codes a caller should expect. */
export function describe(
  summary: string,
  answer: z.ZodType,
  options: { status?: number; refusals?: string[] } = {},
) {
  const { status = 200, refusals = [] } = options;
  return describeRoute({
    summary,
    responses: {
      [status]: json(answer, summary),
      default: json(
        ErrorBody,
        refusals.length === 0 ? "Refused" : `Refused, among others with ${refusals.join(", ")}`,
      ),
    },
  });
}
