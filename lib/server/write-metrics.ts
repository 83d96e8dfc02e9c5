import { severities } from "@/lib/core/detect/severity";
import type { Context } from "./context";

interface Metric {
  readonly name: string;
  readonly kind: "gauge";
  readonly help: string;
  /** By its labels, as they are written; without any under the empty text. */
  readonly values: ReadonlyMap<string, number>;
}

function gauge(name: string, help: string, value: number | ReadonlyMap<string, number>): Metric {
  return { name, kind: "gauge", help, values: typeof value === "number" ? new Map([["", value]]) : value };
}

/** Prometheus text (exposition format 0.0.4). Failure reasons and run names are never labels. */
export async function writeMetrics(context: Context): Promise<string> {
  const storage = await context.store.reader.readStorage();
  const open = await context.store.reader.countOpenIncidents();
  const openIncidents = new Map(severities.map((severity) => [`{severity="${severity}"}`, open.get(severity) ?? 0]));
  const metrics: Metric[] = [
    gauge("falsezero_rollouts", "Rollouts that count in the runs' summaries.", storage.rollouts),
    gauge("falsezero_runs", "Runs.", storage.runs),
    gauge("falsezero_open_incidents", "Open incidents that nobody expects, by severity.", openIncidents),
    gauge("falsezero_dirty_steps", "Steps waiting to be summarised.", storage.dirtySteps),
    gauge("falsezero_database_bytes", "Size of the database file.", storage.databaseBytes),
    gauge("falsezero_wal_bytes", "Size of the write-ahead log.", storage.walBytes),
    gauge("process_resident_memory_bytes", "Resident memory size.", process.memoryUsage.rss()),
  ];
  return metrics
    .map(({ name, kind, help, values }) => {
      const lines = [...values].map(([labels, value]) => `${name}${labels} ${value}\n`);
      return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
    })
    .join("");
}
