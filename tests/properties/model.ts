/** The rules of identity, attempts and segments once more, in the plainest words: what a store has to agree with. */
import { isCompleted, type Rollout, type Split } from "@/lib/core/rollout";
import { defaultRunSettings, type RunSettings } from "@/lib/core/run";
import { type StepSummary, type SummarisedRollout, summariseStep } from "@/lib/core/step-summary";
import { noon } from "../tested-store";

interface Place {
  readonly segment: string;
  readonly split: Split;
  readonly step: number | null;
}

interface ModelSegment {
  readonly name: string;
  startedAt: number | null;
  fromStep: number | null;
}

/** All rows of one rollout, by attempt and kind of ending; they stand where the counting one was told to be. */
interface ModelRollout {
  place: Place;
  readonly rows: Map<string, Rollout>;
}

function countingRow(rollout: ModelRollout): Rollout {
  const rows = [...rollout.rows.values()].sort(
    (a, b) => b.attempt - a.attempt || Number(isCompleted(b.outcome)) - Number(isCompleted(a.outcome)),
  );
  const [counting] = rows;
  if (counting === undefined) throw new Error("a rollout without rows");
  return counting;
}

const lostOutcomes = new Set(["masked", "unscored", "failed"]);

function toSummarised(rollout: ModelRollout): SummarisedRollout {
  const counting = countingRow(rollout);
  const rows = [...rollout.rows.values()];
  const older = new Set(rows.map((row) => row.attempt).filter((attempt) => attempt !== counting.attempt));
  const lost = [...older].filter((attempt) =>
    rows.every((row) => row.attempt !== attempt || lostOutcomes.has(row.outcome)),
  );
  return { ...counting, seenAt: noon, attempts: 1 + older.size, lostAttempts: lost.length };
}

export class Model {
  readonly rollouts = new Map<string, ModelRollout>();
  /** In the order in which they were first heard of. */
  readonly segments: ModelSegment[] = [];
  readonly declared = new Map<string, number>();
  settings: RunSettings = defaultRunSettings;
  isFinished = false;
  #anonymous = 0;

  /** Launches from the oldest to the newest. */
  ordered(): ModelSegment[] {
    return [...this.segments].sort((a, b) => (a.startedAt ?? noon) - (b.startedAt ?? noon));
  }

  hear(name: string, startedAt: number | null = null, fromStep: number | null = null): void {
    let segment = this.segments.find((one) => one.name === name);
    if (segment === undefined) {
      segment = { name, startedAt: null, fromStep: null };
      this.segments.push(segment);
    }
    segment.startedAt = startedAt ?? segment.startedAt;
    segment.fromStep = fromStep ?? segment.fromStep;
  }

  append(row: Rollout): void {
    const segment = row.segment ?? this.ordered().at(-1)?.name ?? "first";
    this.hear(segment);
    const hasPlace = row.group !== null && row.sample !== null;
    const key = hasPlace
      ? JSON.stringify([segment, row.split, row.step, row.environment, row.group, row.sample])
      : row.id === null
        ? `anonymous ${this.#anonymous++}`
        : JSON.stringify([segment, row.id]);
    const known = this.rollouts.get(key);
    const step = row.step ?? (hasPlace ? null : (known?.place.step ?? null));
    if (step === null && row.split === "train") return;
    const rollout = known ?? { place: { segment, split: row.split, step }, rows: new Map<string, Rollout>() };
    this.rollouts.set(key, rollout);
    rollout.rows.set(`${row.attempt} ${isCompleted(row.outcome)}`, row);
    if (countingRow(rollout) === row) rollout.place = { segment, split: row.split, step };
  }

  /** @param sessionId marks the row; of rows without identity that were sent twice, either may go. */
  delete(segment: string, sessionId: string): void {
    for (const [key, rollout] of this.rollouts) {
      if (rollout.place.segment !== segment) continue;
      if (![...rollout.rows.values()].some((row) => row.sessionId === sessionId)) continue;
      this.rollouts.delete(key);
      return;
    }
  }

  /** Every kept row as one would send it now, told where it stands. */
  finalRows(): Rollout[] {
    return [...this.rollouts.values()].flatMap(({ place, rows }) =>
      [...rows.values()].map((row) => ({ ...row, ...place })),
    );
  }

  /** Summaries of one launch and split, or of what counts now, without whether they are complete. */
  summaries(split: Split, segment: string | null, environment: string | null): Omit<StepSummary, "complete">[] {
    const found = this.segments.flatMap(({ name }) => {
      if (segment !== null && name !== segment) return [];
      const before = segment === null ? this.#supersededFrom(name) : Number.POSITIVE_INFINITY;
      return this.#steps(name, split)
        .filter((step) => (step ?? -1) < before)
        .flatMap((step) => this.#summarise({ segment: name, split, step }, environment));
    });
    // Of several eval blocks the newest launch's is current.
    const names = this.ordered().map((one) => one.name);
    const blocks = found
      .filter((one) => one.step === null)
      .sort((a, b) => names.indexOf(b.segment) - names.indexOf(a.segment));
    return found
      .filter((one) => one.step !== null || one === blocks[0])
      .sort((a, b) => (a.step ?? -1) - (b.step ?? -1));
  }

  #steps(segment: string, split: Split): (number | null)[] {
    const steps = new Set<number | null>();
    for (const { place } of this.rollouts.values()) {
      if (place.segment === segment && place.split === split) steps.add(place.step);
    }
    if (split === "train")
      for (let step = 0; step < 5; step++) if (this.declared.has(`${segment} ${step}`)) steps.add(step);
    return [...steps];
  }

  #supersededFrom(name: string): number {
    const ordered = this.ordered().map((one) => one.name);
    let lowest = Number.POSITIVE_INFINITY;
    for (const newer of this.segments.filter((one) => ordered.indexOf(one.name) > ordered.indexOf(name))) {
      const told = [...this.rollouts.values()]
        .filter(({ place }) => place.segment === newer.name && place.split === "train")
        .map(({ place }) => place.step ?? Number.POSITIVE_INFINITY);
      const declared = [0, 1, 2, 3, 4].filter((step) => this.declared.has(`${newer.name} ${step}`));
      lowest = Math.min(lowest, newer.fromStep ?? Number.POSITIVE_INFINITY, ...told, ...declared);
    }
    return lowest;
  }

  #summarise(place: Place, environment: string | null): Omit<StepSummary, "complete">[] {
    const members = [...this.rollouts.values()]
      .filter(
        (one) =>
          one.place.segment === place.segment && one.place.split === place.split && one.place.step === place.step,
      )
      .map(toSummarised);
    const counted = members.filter((one) => environment === null || one.environment === environment);
    const told = place.split === "train" ? this.declared.get(`${place.segment} ${place.step}`) : undefined;
    const byRun = place.split === "train" && members.length > 0 ? this.settings.expectedPerStep : null;
    const declared = environment === null ? (told ?? byRun) : null;
    if (counted.length === 0 && (declared ?? 0) === 0) return [];
    const { onFailed, failureReward } = this.settings;
    const { complete: _, ...summary } = summariseStep(counted, {
      ...place,
      environment,
      declared,
      complete: false,
      declaredFinishedAt: null,
      scoring: { onFailed, failureReward },
    });
    return [summary];
  }
}
