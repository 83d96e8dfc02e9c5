/** The OpenAPI document as tests read it, and validators made from its schemas. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeApi } from "@/lib/wire/openapi";
import { answerSchemas } from "@/lib/wire/openapi/components";
import type { Method, Operation } from "@/lib/wire/openapi/operation";

const version = "1.2.3";

const api = describeApi(version);

/** The document as whoever fetches it has it: plain JSON, of their own. */
export function copyDocument(): Record<string, unknown> {
  return JSON.parse(JSON.stringify(api));
}

export interface Named {
  /** As in `PUT /api/v1/runs/{run}`. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

const methods: readonly Method[] = ["get", "post", "put", "patch", "delete"];

export function listOperations(): Named[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      return operation === undefined ? [] : [{ name: `${method.toUpperCase()} ${path}`, method, path, operation }];
    }),
  );
}

/** Objects of answers hold what is described and nothing else, wherever they stand. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (schema === null || typeof schema !== "object") return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, close(inner)]));
  return "properties" in closed && !("additionalProperties" in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}

function closeAnswers() {
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) =>
    Object.hasOwn(answerSchemas, name) ? [name, close(schema)] : [name, schema],
  );
  return { ...copyDocument(), components: { schemas: Object.fromEntries(schemas) } };
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema(copyDocument(), "open");
ajv.addSchema(closeAnswers(), "closed");

function explain(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

/** What is wrong with a value by a schema that stands in the document; empty where nothing is. */
export function judge(schema: object, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"open#/components');
  return explain(ajv.compile(JSON.parse(text)), value);
}

/** What is wrong with an answer by its name in the document, members that it does not describe included. */
export function judgeAnswer(name: string, value: unknown): string[] {
  return explain(ajv.compile({ $ref: `closed#/components/schemas/${name}` }), value);
}
