/** JSON Schema (draft 2020-12) of what travels, made from the zod schemas that judge it. */
import { z } from "zod";
import { readValueSchema } from "../record-of";
import { type AnswerName, answerSchemas, type RequestName, requestSchemas } from "./components";
import { describeField } from "./field-notes";

export type JsonSchema = z.core.JSONSchema.BaseSchema;
export type SchemaName = RequestName | AnswerName;

type Direction = "input" | "output";

export function refTo(name: SchemaName): JsonSchema {
  return { $ref: toAddress(name) };
}

function toAddress(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Requests may leave out what has a default; answers hold every member, and clients let more come. */
function convert(schemas: Readonly<Record<string, z.ZodType>>, direction: Direction): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const options = {
    io: direction,
    unrepresentable: "any",
    uri: toAddress,
    override: ({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: JsonSchema }) => {
      const value = readValueSchema(zodSchema);
      if (value !== null) jsonSchema.additionalProperties = toJsonSchema(value, direction);
      tidy(jsonSchema, direction);
    },
  } as const;
  const { schemas: converted } = z.toJSONSchema(registry, options);
  return Object.fromEntries(Object.entries(converted).map(([name, schema]) => [name, withNotes(name, schema)]));
}

/** The schema of one value, without references. */
export function toJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io: direction,
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema, direction),
  });
  return converted;
}

function tidy(schema: JsonSchema, direction: Direction): void {
  // The format says it already, in a form that people can read.
  if (schema.format === "date-time") Reflect.deleteProperty(schema, "pattern");
  if (direction === "output" && schema.additionalProperties === false) {
    Reflect.deleteProperty(schema, "additionalProperties");
  }
}

function withNotes(name: string, { $schema: _, $id: _id, ...schema }: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (properties === undefined) return schema;
  const noted = Object.entries(properties).map(([field, inner]): [string, typeof inner] => {
    const description = describeField(name, field);
    return [field, description === null || typeof inner === "boolean" ? inner : { ...inner, description }];
  });
  return { ...schema, properties: Object.fromEntries(noted) };
}

/** Every named schema of the document. */
export function describeSchemas(): Record<string, JsonSchema> {
  return { ...convert(requestSchemas, "input"), ...convert(answerSchemas, "output") };
}
