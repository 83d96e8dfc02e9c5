import { existsSync, statSync } from "node:fs";
import type { DataFolder } from "../data-folder";
import { exitCodes } from "../server-address";
import type { Finding } from "./finding";
import { lookAtDisk, lookAtFolder, lookAtLeftovers, lookAtNode, lookAtPort, lookAtSettings } from "./look-around";
import { lookInside } from "./look-inside";

const marks = { ok: "ok  ", warn: "WARN", fail: "FAIL" } as const;

function toLines({ name, state, what, todo }: Finding): string[] {
  const line = `${marks[state]}  ${name}: ${what}`;
  return todo === null ? [line] : [line, `      → ${todo}`];
}

/**
 * Looks at everything that a server depends on, without changing anything.
 *
 * @returns the exit code: 1 where something fails; what is worth a warning does not.
 */
export async function examineData(
  { json, url }: { readonly json: boolean; readonly url: string },
  data: DataFolder,
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<number> {
  const databaseBytes = existsSync(data.database) ? statSync(data.database).size : 0;
  const findings = [
    lookAtNode(process.version),
    lookAtSettings(environment, data.folder),
    lookAtFolder(data.folder),
    lookAtDisk(data.folder, databaseBytes),
    ...lookInside(data, Date.now()),
    lookAtLeftovers(data.folder),
    await lookAtPort(url),
  ];
  const failed = findings.filter(({ state }) => state === "fail").length;
  const warned = findings.filter(({ state }) => state === "warn").length;
  if (json) print(JSON.stringify({ ok: failed === 0, findings }));
  else {
    for (const line of findings.flatMap(toLines)) print(line);
    const healthy = warned === 0 ? "All is well." : "Nothing fails; see the warnings.";
    print(failed === 0 ? healthy : "Something fails: the server can't be relied on until it is put right.");
  }
  return failed === 0 ? exitCodes.done : exitCodes.refused;
}
