/**
 * The runs that an address names, each once, in its order: `runs=a,b` is split at its commas, `run=…` never is, so that a
 * name with a comma has an address too.
 */
export function listNamedRuns(params: Iterable<readonly [name: string, value: string]>): readonly string[] {
  const runs = new Set<string>();
  for (const [name, value] of params) {
    if (name === "runs") for (const run of value.split(",")) runs.add(run.normalize("NFC"));
    else if (name === "run") runs.add(value.normalize("NFC"));
  }
  runs.delete("");
  return [...runs];
}
