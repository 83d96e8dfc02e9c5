/** One counting rollout with a failure kind, or a reserved name for none. */
export interface Occurrence {
  readonly run: string;
  /** null: an eval rollout outside any step. */
  readonly step: number | null;
  /** The store's key of the rollout. */
  readonly rollout: number;
  readonly kind: string;
  readonly reason: string | null;
}

/** An issue in one run. */
export interface IssueRun {
  readonly run: string;
  readonly count: number;
  /** null where every occurrence is outside any step. */
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  /** Occurrences by step, in order; steps without any are left out. */
  readonly steps: readonly (readonly [step: number, count: number])[];
}

/** A verbatim reason. */
export interface IssueSample {
  readonly run: string;
  readonly step: number | null;
  readonly rollout: number;
  readonly reason: string | null;
}

export interface IssueForm {
  readonly fingerprint: string;
  readonly kind: string;
  readonly template: string;
  readonly count: number;
}

export interface IssueSummary {
  /** What the fingerprint is mapped to, else the fingerprint itself. */
  readonly issue: string;
  /** Of its most frequent form. */
  readonly kind: string;
  readonly template: string;
  readonly count: number;
  /** More than one where issues were merged, the most frequent first. */
  readonly forms: readonly IssueForm[];
  readonly runs: readonly IssueRun[];
  /** The first occurrences with different reasons, at most 5. */
  readonly samples: readonly IssueSample[];
}

const keptSamples = 5;

/** By UTF-16 code units, so that no locale has a say. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Runs by name, then steps, those without one last, then rollouts. */
function compareSamples(a: IssueSample, b: IssueSample): number {
  const step = (sample: IssueSample) => sample.step ?? Number.MAX_SAFE_INTEGER;
  return compareText(a.run, b.run) || step(a) - step(b) || a.rollout - b.rollout;
}

/** An IssueForm while it is counted. */
interface CountedForm {
  readonly fingerprint: string;
  readonly kind: string;
  readonly template: string;
  count: number;
}

class RunTally {
  count = 0;
  readonly steps = new Map<number, number>();

  add(step: number | null): void {
    this.count++;
    if (step !== null) this.steps.set(step, (this.steps.get(step) ?? 0) + 1);
  }

  summarise(run: string): IssueRun {
    const steps = [...this.steps].sort(([a], [b]) => a - b);
    return { run, count: this.count, firstStep: steps[0]?.[0] ?? null, lastStep: steps.at(-1)?.[0] ?? null, steps };
  }
}

/** What one issue's occurrences add up to. */
export class IssueTally {
  count = 0;
  readonly #forms = new Map<string, CountedForm>();
  readonly #runs = new Map<string, RunTally>();
  #samples: IssueSample[] = [];

  add(form: Omit<IssueForm, "count">, { run, step, rollout, reason }: Occurrence): void {
    this.count++;
    const known = this.#forms.get(form.fingerprint);
    if (known === undefined) this.#forms.set(form.fingerprint, { ...form, count: 1 });
    else known.count++;
    const tally = this.#runs.get(run) ?? new RunTally();
    this.#runs.set(run, tally);
    tally.add(step);
    this.#keep({ run, step, rollout, reason });
  }

  /** The first of each reason, and of those the first few: the same whatever came first. */
  #keep(sample: IssueSample): void {
    const last = this.#samples[keptSamples - 1];
    if (last !== undefined && compareSamples(last, sample) <= 0) return;
    const same = this.#samples.find(({ reason }) => reason === sample.reason);
    if (same !== undefined && compareSamples(same, sample) <= 0) return;
    this.#samples = [...this.#samples.filter((kept) => kept !== same), sample]
      .sort(compareSamples)
      .slice(0, keptSamples);
  }

  /** The most frequent form. */
  get main(): IssueForm | undefined {
    return this.#sortedForms()[0];
  }

  #sortedForms(): CountedForm[] {
    return [...this.#forms.values()].sort(
      (a, b) => b.count - a.count || compareText(a.kind, b.kind) || compareText(a.template, b.template),
    );
  }

  summarise(issue: string, { kind, template }: IssueForm): IssueSummary {
    const runs = [...this.#runs].sort(([a], [b]) => compareText(a, b));
    return {
      issue,
      kind,
      template,
      count: this.count,
      forms: this.#sortedForms().map((form) => ({ ...form })),
      runs: runs.map(([run, tally]) => tally.summarise(run)),
      samples: this.#samples,
    };
  }
}
