import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = process.cwd();
const { forbidden } = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as { forbidden: { name: string }[] };

// Rule → the file that breaks it, and what that file imports. Aliased and relative paths alternate: both must be seen.
const violations: Record<string, { file: string; imports: string }> = {
  "no-cycles": { file: "lib/core/egg.ts", imports: "./hen" },
  "core-is-alone": { file: "lib/core/plant.ts", imports: "zod" },
  "view-knows-core": { file: "lib/view/plant.ts", imports: "@/lib/wire/clean" },
  "wire-knows-core": { file: "lib/wire/plant.ts", imports: "../view/clean" },
  "importers-are-pure": { file: "lib/importers/gym/plant.ts", imports: "node:fs" },
  "client-is-copyable": { file: "lib/client/plant.ts", imports: "@/lib/wire/clean" },
  "lib-knows-no-framework": { file: "lib/server/framework.ts", imports: "next" },
  "db-knows-core": { file: "db/sqlite/plant.ts", imports: "@/lib/wire/clean" },
  "driver-in-one-folder": { file: "lib/server/driver.ts", imports: "better-sqlite3" },
  "engine-opened-once": { file: "lib/server/engine.ts", imports: "@/db/sqlite/clean" },
  "components-see-no-server": { file: "components/run/plant.tsx", imports: "@/lib/server/clean" },
  "components-reach-no-driver": { file: "components/run/deep.tsx", imports: "../../lib/server/context" },
  "use-cases-know-no-screen": { file: "lib/server/screen.ts", imports: "@/components/run/clean" },
  "app-asks-use-cases": { file: "app/plant.tsx", imports: "@/db/store" },
  "recharts-in-charts": { file: "components/run/chart.tsx", imports: "recharts" },
  "leaves-are-leaves": { file: "components/run/leaf.tsx", imports: "@/app/page" },
};

// Every arrow that the architecture allows.
const clean: Record<string, string[]> = {
  "lib/core/clean.ts": ["simple-statistics"],
  "lib/core/clean.test.ts": ["node:fs", "@/lib/core/clean"],
  "lib/view/clean.ts": ["@/lib/core/clean"],
  "lib/wire/clean.ts": ["zod", "../core/clean"],
  "lib/importers/gym/clean.ts": ["zod", "@/lib/core/clean", "@/lib/wire/clean"],
  "lib/client/clean.ts": ["node:fs", "type @/lib/wire/clean"],
  "db/store.ts": ["@/lib/core/clean"],
  "db/sqlite/clean.ts": ["better-sqlite3", "node:fs", "../store"],
  "lib/server/context.ts": ["@/db/sqlite/clean", "server-only"],
  "lib/server/clean.ts": ["@/db/store", "@/lib/view/clean", "@/lib/wire/clean", "@/lib/importers/gym/clean"],
  "components/charts/clean.tsx": ["recharts", "react", "@/lib/view/clean"],
  "components/run/clean.tsx": ["react", "@/components/charts/clean", "@/lib/wire/clean"],
  "app/page.tsx": ["next", "@/components/run/clean", "@/lib/server/clean", "@/lib/server/context"],
  "scripts/serve.ts": ["next", "@/lib/server/context", "@/db/sqlite/clean"],
  "tests/clean.test.ts": ["@/scripts/serve", "@/app/page", "better-sqlite3"],
};

const packages = [
  "better-sqlite3",
  "next",
  "react",
  "react-dom",
  "recharts",
  "server-only",
  "simple-statistics",
  "zod",
];
const house = mkdtempSync(join(tmpdir(), "falsezero-rules-"));

function write(file: string, text: string) {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}

function writeModule(file: string, imports: string[]) {
  const lines = imports.map((path) =>
    path.startsWith("type ") ? `export type { Name as Borrowed } from "${path.slice(5)}";` : `import "${path}";`,
  );
  write(file, [...lines, `export const name = "${file}";`, "export type Name = typeof name;", ""].join("\n"));
}

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] };
}

function cruise(): Cruise["summary"] {
  const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const folders = ["app", "components", "lib", "db", "scripts", "tests"];
  const { stdout } = spawnSync(process.execPath, [cruiser, "--output-type", "json", ...folders], {
    cwd: house,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return (JSON.parse(stdout) as Cruise).summary;
}

beforeAll(() => {
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json"]) cpSync(join(root, file), join(house, file));
  write(
    "package.json",
    JSON.stringify({ type: "module", dependencies: Object.fromEntries(packages.map((p) => [p, "1"])) }),
  );
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    write(`node_modules/${name}/index.js`, "module.exports = {};\n");
  }
  for (const [file, imports] of Object.entries(clean)) writeModule(file, imports);
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

describe("dependency rules", () => {
  test("let through every arrow that the architecture draws", () => {
    const { totalCruised, violations: found } = cruise();
    expect(found).toEqual([]);
    expect(totalCruised).toBeGreaterThanOrEqual(Object.keys(clean).length);
  });

  test("catch a planted violation of each rule", () => {
    for (const { file, imports } of Object.values(violations)) writeModule(file, [imports]);
    writeModule("lib/core/hen.ts", ["./egg"]);
    const found = cruise().violations;
    const caught = forbidden.map(({ name }) => {
      const plant = violations[name];
      const hit = found.some(({ rule, from }) => rule.name === name && from === plant?.file);
      return `${name}: ${hit ? "caught" : "missed"}`;
    });
    expect(caught).toEqual(forbidden.map(({ name }) => `${name}: caught`));
  });

  test("read this project's own modules", () => {
    const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const args = [cruiser, "--output-type", "json", "--no-config", "--ts-config", "tsconfig.json", "lib/core"];
    const output = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    expect((JSON.parse(output) as Cruise).summary.totalCruised).toBeGreaterThan(0);
  });
});
