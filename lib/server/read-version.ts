import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The program's version; empty where its manifest does not tell. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8"));
  return manifest !== null && typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "";
}
