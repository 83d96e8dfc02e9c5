/** The documentation names everything there is, and nothing that there is not. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { problemStatuses } from "@/lib/core/errors";
import {
  failedWithoutKind,
  failureKindAliases,
  failureKindLimit,
  maskedWithoutKind,
  registeredFailureKinds,
} from "@/lib/core/failure-kind";
import { outcomes } from "@/lib/core/outcome";
import { rolloutTags } from "@/lib/core/rollout";
import { Settings } from "@/lib/server/config";
import { AnnotationPatch, AnnotationPost } from "@/lib/wire/annotation";
import { WireReceipt } from "@/lib/wire/answers";
import { NemoGymRow } from "@/lib/wire/nemo-gym-row";
import { labelLength, labelLimit } from "@/lib/wire/normalise";
import { droppedKey, slimLimit } from "@/lib/wire/payload";
import { DemoPost, FinishPost, ProducerCountsPost, SegmentPost, StepPut } from "@/lib/wire/requests";
import { Envelope, RolloutRow } from "@/lib/wire/rollout-row";
import { RunPatch } from "@/lib/wire/run";
import { WireStep } from "@/lib/wire/step";
import { WebhookPost } from "@/lib/wire/webhook";
import { judge, judgeAnswer, listOperations } from "./api-document";
import {
  documents,
  listBlocks,
  listCalls,
  listDescribedNames,
  listHeadings,
  listLinks,
  listRows,
  readDocument,
  readSection,
  toAnchor,
} from "./documents";

const api = readDocument("docs/api.md");
const mebibyte = 1024 * 1024;

function missing(wanted: Iterable<string>, present: Iterable<string>): string[] {
  const known = new Set(present);
  return [...wanted].filter((name) => !known.has(name));
}

describe("docs/api.md", () => {
  test("has a heading for every route, and for no other", () => {
    const routes = listOperations().map(({ name }) => name);
    const headings = listHeadings(api).filter((heading) => /^[A-Z]+ \//.test(heading));
    expect(headings.sort()).toEqual(routes.sort());
  });

  test("has a heading for every problem code", () => {
    expect(missing(Object.keys(problemStatuses), listHeadings(api))).toEqual([]);
  });

  test("gives the status of every problem", () => {
    for (const [code, status] of Object.entries(problemStatuses))
      expect(api).toContain(`### \`${code}\`\n\n${status}.`);
  });

  const described: [string, { readonly shape: object }, string][] = [
    ["a native row", RolloutRow, "The fields of a native row"],
    ["a NeMo Gym row", NemoGymRow, "NeMo Gym rows"],
    ["the envelope", Envelope, "Passing rows on"],
    ["a run's settings", RunPatch, "PUT /api/v1/runs/{run}"],
    ["a step's declaration", StepPut, "PUT /api/v1/runs/{run}/steps/{step}"],
    ["a segment", SegmentPost, "POST /api/v1/runs/{run}/segments"],
    ["a webhook", WebhookPost, "POST /api/v1/webhooks"],
    ["a step", WireStep, "GET /api/v1/runs/{run}/steps"],
  ];
  test.each(described)("describes every field of %s where it is told", (_name, { shape }, heading) => {
    const names = listDescribedNames(readSection(api, heading));
    expect(missing(Object.keys(shape), names)).toEqual([]);
  });

  const mentioned: [string, z.ZodObject, string][] = [
    ["an annotation", AnnotationPost, "POST /api/v1/runs/{run}/annotations"],
    ["a change of one", AnnotationPatch, "PATCH /api/v1/runs/{run}/annotations/{annotation}"],
    ["an end", FinishPost, "POST /api/v1/runs/{run}/finish"],
    ["the demo", DemoPost, "POST /api/v1/demo"],
    ["producer counts", ProducerCountsPost, "POST /api/v1/runs/{run}/producer-counts"],
    ["a receipt", WireReceipt, "POST /api/v1/runs/{run}/rollouts"],
  ];
  test.each(mentioned)("names every field of %s where it is told", (_name, { shape }, heading) => {
    const section = readSection(api, heading);
    const absent = Object.keys(shape).filter(
      (field) => !section.includes(`\`${field}`) && !section.includes(`"${field}"`),
    );
    expect(absent).toEqual([]);
  });

  test.each(listOperations())(
    "names every parameter of $name there, or leads to /steps for it",
    ({ name, operation }) => {
      const own = readSection(api, name);
      const section = own.includes("`/steps`") ? own + readSection(api, "GET /api/v1/runs/{run}/steps") : own;
      const inQuery = (operation.parameters ?? []).filter((one) => one.in === "query" && one.name !== "labels");
      const absent = inQuery.filter(
        (one) => !section.includes(`\`${one.name}\``) && !section.includes(`\`${one.name}:`),
      );
      expect(absent.map((one) => one.name)).toEqual([]);
    },
  );

  test("names every header", () => {
    const parameters = listOperations().flatMap(({ operation }) => operation.parameters ?? []);
    const names = parameters.filter((one) => one.in === "header").map((one) => one.name);
    expect([...new Set(names)].filter((name) => !api.includes(`\`${name}`))).toEqual([]);
  });

  test("explains every rejection and every warning", () => {
    const rejections = ["lib/wire/normalise.ts", "lib/wire/row-scanner.ts", "lib/server/ingest-answer.ts"].flatMap(
      (file) => [...readFileSync(file, "utf8").matchAll(/(?:code: |rejection\()"(\w+)"/g)].map(([, code = ""]) => code),
    );
    expect(rejections.length).toBeGreaterThan(10);
    expect(missing([...rejections, "step_missing"], listDescribedNames(api))).toEqual([]);
  });

  test("gives the limits that hold", () => {
    const limits = [
      `more than ${labelLimit} labels, or one of more than ${labelLength} characters`,
      `kinds cut at ${failureKindLimit} characters`,
      `the last ${slimLimit / 1024} kB of it`,
      `\`${droppedKey}\``,
    ];
    for (const limit of limits) expect(api).toContain(limit);
    const settings = Settings.parse({});
    const rows = [
      `${settings.FALSEZERO_MAX_BODY_BYTES / mebibyte} MiB | \`FALSEZERO_MAX_BODY_BYTES\``,
      `${settings.FALSEZERO_MAX_UNPACKED_BYTES / mebibyte} MiB | \`FALSEZERO_MAX_UNPACKED_BYTES\``,
      `${settings.FALSEZERO_MAX_ROW_BYTES / mebibyte} MiB | \`FALSEZERO_MAX_ROW_BYTES\``,
      `${settings.FALSEZERO_MAX_ROWS.toLocaleString("en")} | \`FALSEZERO_MAX_ROWS\``,
      `${settings.FALSEZERO_MAX_DEPTH} levels | \`FALSEZERO_MAX_DEPTH\``,
    ];
    for (const row of rows) expect(api).toContain(row);
  });

  test("explains every outcome", () => {
    expect(missing(outcomes, listDescribedNames(api))).toEqual([]);
  });

  test("shows JSON that the schemas accept", () => {
    const blocks = listBlocks(api).filter(({ language }) => language === "json");
    expect(blocks.length).toBeGreaterThan(2);
    for (const { note, code, line } of blocks) {
      expect({ line, errors: judgeAnswer(note, JSON.parse(code)) }).toEqual({ line, errors: [] });
    }
  });

  test("sends bodies that their own address takes", () => {
    const calls = listCalls(api);
    expect(calls.length).toBeGreaterThan(8);
    for (const { method, path, body } of calls) {
      const where = `${method} ${path}`;
      const found = listOperations().find(
        (one) => one.method === method.toLowerCase() && toPattern(one.path).test(path),
      );
      const schema = found?.operation.requestBody?.content["application/json"]?.schema;
      if (schema === undefined) throw new Error(`${where} takes no JSON`);
      expect({ where, errors: judge(schema, JSON.parse(body)) }).toEqual({ where, errors: [] });
    }
  });
});

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "[.]").replace(/\{\w+\}/g, "[^/]+")}$`);
}

describe("docs/settings.md", () => {
  const rows = listRows(readDocument("docs/settings.md"));

  test.each(Object.keys(Settings.shape))("has %s with what holds unless it is set", (name) => {
    const row = rows.find(([first]) => first === `\`${name}\``);
    const value = Object.entries(Settings.parse({})).find(([setting]) => setting === name)?.[1];
    const shown = value === undefined ? "not set" : value === "" ? "none" : String(value);
    expect(row?.[1]).toBe(shown);
  });

  test("has no setting that there is not", () => {
    const server = rows.slice(
      0,
      rows.findIndex(([first]) => first === "`FALSEZERO_URL`"),
    );
    const names = server.flatMap(([first = ""]) => /^`(\w+)`$/.exec(first)?.[1] ?? []);
    expect(missing(names, Object.keys(Settings.shape))).toEqual([]);
  });
});

describe("docs/failure-kinds.md", () => {
  const text = readDocument("docs/failure-kinds.md");

  test("has a row with a meaning for every registered kind", () => {
    const rows = listRows(text).filter((cells) => cells.length === 3);
    const explained = rows.filter(([, what = "", where = ""]) => what.length > 10 && where.length > 10);
    expect(
      missing(
        registeredFailureKinds,
        explained.map(([first = ""]) => first.replaceAll("`", "")),
      ),
    ).toEqual([]);
  });

  test("has every other name, and what it is shown as", () => {
    for (const [alias, kind] of failureKindAliases) expect(text).toContain(`| \`${alias}\` | \`${kind}\` |`);
  });

  test("has the reserved names and the tags", () => {
    expect(missing([maskedWithoutKind, failedWithoutKind], listDescribedNames(text))).toEqual([]);
    const tags = rolloutTags.filter((tag) => /^kind_(unregistered|cut)$/.test(tag));
    for (const tag of tags) expect(text).toContain(`\`${tag}\``);
  });
});

describe("db/README.md", () => {
  const tables = readdirSync("db/migrations")
    .flatMap((file) => [...readFileSync(join("db/migrations", file), "utf8").matchAll(/^CREATE TABLE (\w+)/gm)])
    .map(([, table = ""]) => table);

  test("has a heading for every table, and for no other", () => {
    const text = readDocument("db/README.md");
    const headings = [...text.matchAll(/^### `(\w+)`$/gm)].map(([, table = ""]) => table);
    expect(headings.sort()).toEqual(tables.sort());
  });
});

describe("docs/architecture.md", () => {
  const text = readDocument("docs/architecture.md");

  test("has every rule of the dependency checker, and no other", () => {
    const { forbidden }: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
      "../.dependency-cruiser.cjs",
    );
    const rows = listRows(text).flatMap(([first = ""]) => /^`([a-z]+(?:-[a-z]+)+)`$/.exec(first)?.[1] ?? []);
    expect(rows).toEqual(forbidden.map(({ name }) => name));
  });

  test("has every room", () => {
    const rooms = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const wanted = [...rooms.map(({ name }) => `lib/${name}/`), "app/", "components/", "db/", "scripts/", "tests/"];
    expect(missing(wanted, listDescribedNames(text))).toEqual([]);
  });

  test("names files that there are", () => {
    const paths = [...text.matchAll(/`((?:lib|db|scripts|tests|app|components)\/[\w/.-]+\.\w+)`/g)];
    expect(paths.map(([, path = ""]) => path).filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe("docs/glossary.md", () => {
  const vocabulary = [
    ..."run segment step rollout turn attempt group sample environment split checkpoint".split(" "),
    ...outcomes,
    ..."outcome degraded evidence disposition lost coverage declared complete".split(" "),
    ...["as scored", "trained", "false zero", "failure kind", "failure reason", "mask source", "policy step"],
    ...[
      "advantage",
      "baseline",
      "no signal",
      "advantage shift",
      "world",
      "rate",
      "onset",
      "shift",
      "incident",
      "bucket",
    ],
    ...["template", "fingerprint", "issue", "occurrence", "triage state"],
    ..."row payload identity receipt revision cursor snapshot frame summary dirty superseded".split(" "),
  ];

  test("has every word that is used in one sense only, once", () => {
    const words = [...readDocument("docs/glossary.md").matchAll(/^\*\*([^*.]+)\.?\*\*/gm)];
    const defined = words.map(([, word = ""]) => word.toLowerCase());
    expect(missing(vocabulary, defined)).toEqual([]);
    expect(new Set(defined).size).toBe(defined.length);
  });
});

describe("links", () => {
  test.each(documents)("of %s lead somewhere", (file) => {
    const broken = listLinks(readDocument(file)).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !listHeadings(readDocument(target)).map(toAnchor).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});
