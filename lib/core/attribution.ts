import type { Mean } from "./step-summary";

/** Rewards of one environment in one period, as counts and sums, so that periods add up exactly. */
export interface ScoreTotals {
  readonly environment: string | null;
  /** Scored rollouts. */
  readonly evidence: RewardSum;
  /** Rollouts that are no evidence and yet enter the mean as scored: masked ones, failed ones where they train as zero. */
  readonly lost: RewardSum;
}

export interface RewardSum {
  readonly n: number;
  readonly sum: number;
}

export interface EnvironmentTerm {
  readonly environment: string | null;
  /** Change of its evidence mean, at its old share of the evidence. */
  readonly policy: number;
  /** Change of its share, at its new mean, relative to the old mean of all. */
  readonly mix: number;
}

/**
 * Whose a change of the mean reward as scored is, in units of reward. With m = lost ÷ (evidence + lost), evidence mean
 * μe and lost mean μx, `raw = (1 − m) μe + m μx`, and from one period to the next (′)
 *
 *     Δraw = (1 − m′) Δμe  +  m′ Δμx − Δm (μe − μx)
 *            survivors        lost rollouts
 *
 * A mean over nothing takes the other period's value. The survivors' part splits by environments k with shares w of the
 * evidence into policy, (1 − m′) Σ w Δμ, and mix, (1 − m′) Σ Δw μ′. All of it is algebra: the terms sum to the change.
 */
export interface RewardAttribution {
  readonly change: number;
  readonly before: number;
  readonly after: number;
  /** `lostShare + lostMean`: what the rollouts that are no evidence did. */
  readonly lost: number;
  /** −Δm (μe − μx): more or fewer of them. */
  readonly lostShare: number;
  /** m′ Δμx: they are scored otherwise than before. */
  readonly lostMean: number;
  /** `policy + mix`: what the evidence did. Survivors of a failure may not be representative. */
  readonly survivors: number;
  /** Environments' own change at their old shares: the policy, or its verifiers. */
  readonly policy: number;
  /** Environments' shares of the evidence moved. */
  readonly mix: number;
  /** The parts of policy and mix, by size, each already weighted by 1 − m′. */
  readonly environments: readonly EnvironmentTerm[];
}

const nothing: RewardSum = { n: 0, sum: 0 };

/** No term is shown as −0. */
function unsigned(term: number): number {
  return term === 0 ? 0 : term;
}

function add(a: RewardSum, b: RewardSum): RewardSum {
  return { n: a.n + b.n, sum: a.sum + b.sum };
}

/** The means of two periods, each standing in for the other where that is over nothing; 0 where both are. */
function pairMeans(before: RewardSum, after: RewardSum): readonly [number, number] {
  const own = (sum: RewardSum) => (sum.n === 0 ? null : sum.sum / sum.n);
  return [own(before) ?? own(after) ?? 0, own(after) ?? own(before) ?? 0];
}

/** Sums by environment, of summaries of (step, environment) pairs. */
export function totalScores(
  summaries: readonly {
    readonly environment: string | null;
    readonly reward: { readonly evidence: Mean; readonly asScored: Mean };
  }[],
): ScoreTotals[] {
  const totals = new Map<string | null, ScoreTotals>();
  for (const { environment, reward } of summaries) {
    const sum = ({ n, mean }: Mean): RewardSum => ({ n, sum: n * (mean ?? 0) });
    const evidence = sum(reward.evidence);
    const all = sum(reward.asScored);
    const lost = { n: all.n - evidence.n, sum: all.n === evidence.n ? 0 : all.sum - evidence.sum };
    const before = totals.get(environment);
    totals.set(environment, {
      environment,
      evidence: add(before?.evidence ?? nothing, evidence),
      lost: add(before?.lost ?? nothing, lost),
    });
  }
  return [...totals.values()];
}

/** Evidence by environment, those of both periods, by name; two totals of one environment are one. */
function pairEnvironments(before: readonly ScoreTotals[], after: readonly ScoreTotals[]) {
  const pairs = new Map<string | null, { before: RewardSum; after: RewardSum }>();
  const put = (totals: readonly ScoreTotals[], period: "before" | "after") => {
    for (const { environment, evidence } of totals) {
      const pair = pairs.get(environment) ?? { before: nothing, after: nothing };
      pairs.set(environment, { ...pair, [period]: add(pair[period], evidence) });
    }
  };
  put(before, "before");
  put(after, "after");
  return [...pairs].sort(([a], [b]) => ((a ?? "") < (b ?? "") ? -1 : 1));
}

/**
 * Attributes the change of the mean reward as scored between two periods.
 *
 * @returns null where a period has no reward at all: there is no change to speak of.
 */
export function attributeReward(
  before: readonly ScoreTotals[],
  after: readonly ScoreTotals[],
): RewardAttribution | null {
  const evidence = [sumOf(before, "evidence"), sumOf(after, "evidence")] as const;
  const lostRewards = [sumOf(before, "lost"), sumOf(after, "lost")] as const;
  const n = [evidence[0].n + lostRewards[0].n, evidence[1].n + lostRewards[1].n] as const;
  if (n[0] === 0 || n[1] === 0) return null;
  const m = [lostRewards[0].n / n[0], lostRewards[1].n / n[1]] as const;
  const [meanE] = pairMeans(...evidence);
  const meanX = pairMeans(...lostRewards);
  const lostShare = unsigned((m[0] - m[1]) * (meanE - meanX[0]));
  const lostMean = unsigned(m[1] * (meanX[1] - meanX[0]));

  // Evidence in one period only: its mean stands for both, so nothing changed in it.
  const isPaired = evidence[0].n > 0 && evidence[1].n > 0;
  const environments = (isPaired ? pairEnvironments(before, after) : []).map(([environment, pair]): EnvironmentTerm => {
    const share = [pair.before.n / evidence[0].n, pair.after.n / evidence[1].n] as const;
    const mean = pairMeans(pair.before, pair.after);
    return {
      environment,
      policy: unsigned((1 - m[1]) * share[0] * (mean[1] - mean[0])),
      // Less the mean of all, which takes nothing from the sum, as shares' changes sum to 0.
      mix: unsigned((1 - m[1]) * (share[1] - share[0]) * (mean[1] - meanE)),
    };
  });
  const policy = environments.reduce((sum, term) => sum + term.policy, 0);
  const mix = environments.reduce((sum, term) => sum + term.mix, 0);
  const raw = [0, 1].map(
    (period) => ((evidence[period]?.sum ?? 0) + (lostRewards[period]?.sum ?? 0)) / (n[period] ?? 1),
  );
  const [rawBefore = 0, rawAfter = 0] = raw;
  return {
    change: rawAfter - rawBefore,
    before: rawBefore,
    after: rawAfter,
    lost: lostShare + lostMean,
    lostShare,
    lostMean,
    survivors: policy + mix,
    policy,
    mix,
    environments: environments.sort((a, b) => Math.abs(b.policy + b.mix) - Math.abs(a.policy + a.mix)),
  };
}

function sumOf(totals: readonly ScoreTotals[], part: "evidence" | "lost"): RewardSum {
  return totals.reduce((sum, environment) => add(sum, environment[part]), nothing);
}
