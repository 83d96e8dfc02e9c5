import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, object> };

describe("package.json", () => {
  test("names exact versions only", () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+[.]\d+[.]\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test("has a lockfile that pins contents and no registry's address", () => {
    const packages = Object.entries(lock.packages).filter(([name]) => name !== "");
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter(([, entry]) => "resolved" in entry)).toEqual([]);
    expect(packages.filter(([, entry]) => !("integrity" in entry) && !("inBundle" in entry))).toEqual([]);
  });
});
