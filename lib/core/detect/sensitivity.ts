/** How much it takes until a rate counts as moved. A person may choose one for a run. */
export interface Sensitivity {
  /** Log-likelihood ratio from which on a shift is open. */
  readonly openAt: number;
  /** No worse than this many times the baseline's odds is not worth a look. */
  readonly nullOddsRatio: number;
  /** Nor is an increase by less than this. */
  readonly nullIncrease: number;
}

export const sensitivityNames = ["low", "normal", "high"] as const;
export type SensitivityName = (typeof sensitivityNames)[number];

export const sensitivities: Readonly<Record<SensitivityName, Sensitivity>> = {
  low: { openAt: Math.log(1e8), nullOddsRatio: 2, nullIncrease: 0.03 },
  normal: { openAt: Math.log(1e5), nullOddsRatio: 1.5, nullIncrease: 0.01 },
  high: { openAt: Math.log(1e4), nullOddsRatio: 1.25, nullIncrease: 0.005 },
};

/** @throws RangeError for one that no detector can work with. */
export function checkSensitivity(sensitivity: Sensitivity): void {
  const { openAt, nullOddsRatio, nullIncrease } = sensitivity;
  if (!(openAt > 0 && Number.isFinite(openAt))) throw new RangeError(`openAt must be above 0, not ${openAt}`);
  if (!(nullOddsRatio >= 1 && Number.isFinite(nullOddsRatio))) {
    throw new RangeError(`nullOddsRatio must be at least 1, not ${nullOddsRatio}`);
  }
  if (!(nullIncrease >= 0 && nullIncrease < 1)) {
    throw new RangeError(`nullIncrease must be in [0, 1), not ${nullIncrease}`);
  }
}
