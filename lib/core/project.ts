/** A project is what runs say they belong to; it lasts as long as one does. */
export interface ProjectEntry {
  readonly project: string;
  /** Runs of it, archived ones too. */
  readonly runs: number;
  readonly archived: number;
  readonly rollouts: number;
  /** When a run of it was last heard of, epoch ms; null: none was yet. */
  readonly lastSeenAt: number | null;
}

interface ProjectRun {
  readonly settings: { readonly project: string | null };
  readonly rollouts: number;
  readonly archivedAt: number | null;
  readonly lastSeenAt: number | null;
}

/** Runs by the project that they say, in the order of names. Runs without one are in none. */
export function groupByProject(runs: readonly ProjectRun[]): readonly ProjectEntry[] {
  const entries = new Map<string, ProjectEntry>();
  for (const { settings, rollouts, archivedAt, lastSeenAt } of runs) {
    const { project } = settings;
    if (project === null) continue;
    const before = entries.get(project);
    const seen = Math.max(before?.lastSeenAt ?? 0, lastSeenAt ?? 0);
    entries.set(project, {
      project,
      runs: (before?.runs ?? 0) + 1,
      archived: (before?.archived ?? 0) + (archivedAt === null ? 0 : 1),
      rollouts: (before?.rollouts ?? 0) + rollouts,
      lastSeenAt: seen === 0 ? null : seen,
    });
  }
  return [...entries.values()].sort((a, b) => (a.project < b.project ? -1 : 1));
}
