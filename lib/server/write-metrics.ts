import type { Context } from "./context";

interface Metric {
  readonly name: string;
  readonly kind: "counter" | "gauge";
  readonly help: string;
  readonly value: number;
}

/** Prometheus text (exposition format 0.0.4). Failure reasons and run names are never labels. */
export async function writeMetrics(context: Context): Promise<string> {
  const storage = await context.store.reader.readStorage();
  const metrics: Metric[] = [
    {
      name: "falsezero_rollouts",
      kind: "gauge",
      help: "Rollouts that count in the runs' summaries.",
      value: storage.rollouts,
    },
    { name: "falsezero_runs", kind: "gauge", help: "Runs.", value: storage.runs },
    {
      name: "falsezero_dirty_steps",
      kind: "gauge",
      help: "Steps waiting to be summarised.",
      value: storage.dirtySteps,
    },
    {
      name: "falsezero_database_bytes",
      kind: "gauge",
      help: "Size of the database file.",
      value: storage.databaseBytes,
    },
    { name: "falsezero_wal_bytes", kind: "gauge", help: "Size of the write-ahead log.", value: storage.walBytes },
    {
      name: "process_resident_memory_bytes",
      kind: "gauge",
      help: "Resident memory size.",
      value: process.memoryUsage.rss(),
    },
  ];
  return metrics
    .map(({ name, kind, help, value }) => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${name} ${value}\n`)
    .join("");
}
