import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The program's version; empty where its manifest does not tell. @param root the project's folder. */
export function readVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return manifest !== null && typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "";
}
