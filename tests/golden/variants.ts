/** Which forms a schema allows, so that examples can be held against all of them. @module */
import { z } from "zod";

/** A form that an example may have, such as `usage is null` or `notices.[].params is given`. */
export type Variant = { name: string; has: (payload: unknown) => boolean };

/** Every optional member given, every nullable one null and not null, every value of every enumeration. */
export function variantsOf(schema: z.ZodType): Variant[] {
  return walk(schema, "", (payload) => [payload]);
}

/** All values that are found at one place; a list is a place for each of its elements. */
type At = (payload: unknown) => unknown[];

function walk(schema: z.ZodType, name: string, at: At): Variant[] {
  if (schema instanceof z.ZodOptional) {
    const given = {
      name: `${name} is given`,
      has: (p: unknown) => at(p).some((value) => value !== undefined),
    };
    return [given, ...walk(schema.unwrap() as z.ZodType, name, at)];
  }
  if (schema instanceof z.ZodNullable) {
    const none = { name: `${name} is null`, has: (p: unknown) => at(p).includes(null) };
    const some = { name: `${name} is not null`, has: (p: unknown) => at(p).some((value) => value != null) };
    return [none, some, ...walk(schema.unwrap() as z.ZodType, name, at)];
  }
  if (schema instanceof z.ZodEnum) {
    return schema.options.map((option) => ({
      name: `${name} is ${option}`,
      has: (p) => at(p).includes(option),
    }));
  }
  if (schema instanceof z.ZodArray) {
    return walk(
      schema.element as z.ZodType,
      `${name}.[]`,
      (p) => at(p).flatMap((list) => Array.isArray(list) ? list : []),
    );
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, member]) =>
      walk(
        member as z.ZodType,
        name === "" ? key : `${name}.${key}`,
        (p) => at(p).flatMap((value) => memberOf(value, key)),
      )
    );
  }
  return [];
}

function memberOf(value: unknown, key: string): unknown[] {
  return typeof value === "object" && value !== null ? [Reflect.get(value, key)] : [];
}
