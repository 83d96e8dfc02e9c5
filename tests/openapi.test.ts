import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { Problem, type ProblemCode, problemStatuses } from "@/lib/core/errors";
import { toProblemAnswer } from "@/lib/server/respond";
import type { MediaType } from "@/lib/wire/openapi/operation";
import { problemExamples } from "@/lib/wire/openapi/problem-examples";
import { copyDocument, judge, listOperations } from "./api-document";

/** `METHOD /address` of every route file, with those that are served before them. */
function listRoutes(): string[] {
  const files = ["app/api", "app/metrics"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file === "route.ts" || file.endsWith("/route.ts"))
      .map((file) => `${folder}/${file}`),
  );
  const routes = files.flatMap((file) => {
    const address = dirname(file)
      .replace(/^app/, "")
      .replace(/\[(\w+)\]/g, "{$1}");
    const methods = [...readFileSync(file, "utf8").matchAll(/^export (?:const|function|async function) ([A-Z]+)\b/gm)];
    return methods.map(([, method]) => `${method} ${address}`);
  });
  return [
    ...routes,
    "POST /api/v1/restore",
    "POST /api/v1/runs/{run}/imports",
    "POST /api/v1/runs/{run}/rollouts",
  ].sort();
}

interface Exampled {
  readonly where: string;
  readonly type: MediaType;
}

function listExamples(): Exampled[] {
  return listOperations().flatMap(({ name, operation }) => {
    const contents = [
      ["request", operation.requestBody?.content ?? {}],
      ...Object.entries(operation.responses).map(([status, { content }]) => [status, content ?? {}] as const),
    ] as const;
    return contents.flatMap(([part, content]) =>
      Object.entries(content).map(([media, type]) => ({ where: `${name} ${part} ${media}`, type })),
    );
  });
}

describe("the OpenAPI document", () => {
  test("is a valid one, of version 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(copyDocument());
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("has every route, and no other", () => {
    const described = listOperations().map(({ name }) => name);
    expect(described.sort()).toEqual(listRoutes());
  });

  test("names each operation once", () => {
    const ids = listOperations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("describes the parameters that an address has", () => {
    for (const { name, path, operation } of listOperations()) {
      const inAddress = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const described = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect({ name, parameters: described.map((parameter) => parameter.name) }).toEqual({
        name,
        parameters: inAddress,
      });
    }
  });

  test("gives examples that its own schemas accept", () => {
    const wrong = listExamples().flatMap(({ where, type }) =>
      Object.entries(type.examples ?? {}).flatMap(([example, { value }]) =>
        judge(type.schema, value).map((error) => `${where} ${example}: ${error}`),
      ),
    );
    expect(wrong).toEqual([]);
    const parameters = listOperations().flatMap(({ operation }) => operation.parameters ?? []);
    for (const { name, schema, example } of parameters) {
      if (example !== undefined) expect({ name, errors: judge(schema, example) }).toEqual({ name, errors: [] });
    }
  });

  test("gives an example of every JSON body", () => {
    const without = listExamples().filter(({ where, type }) => /json/.test(where) && type.examples === undefined);
    expect(without.map(({ where }) => where)).toEqual([
      "GET /api/v1/runs/{run}/snapshot 200 application/json",
      "GET /api/v1/openapi.json 200 application/json",
      "GET /api/health 503 application/json",
    ]);
  });

  test("resolves every reference", () => {
    const text = JSON.stringify(copyDocument());
    const schemas = Object.keys(JSON.parse(text).components.schemas);
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(named.filter((name) => name === undefined || !schemas.includes(name))).toEqual([]);
  });

  test("writes problems as the server does", () => {
    const log = pino({ level: "silent" });
    const codes = Object.keys(problemStatuses).filter((code): code is ProblemCode => code in problemStatuses);
    for (const code of codes) {
      const { detail, title, status } = problemExamples[code];
      const type = `urn:falsezero:problem:${code}`;
      const written = toProblemAnswer(new Problem(code, detail), log);
      expect(JSON.parse(written.body)).toEqual({ type, title, status, detail, code });
    }
  });
});
