/** How the marks of charts look, the same where a browser draws them and where a file of SVG is written. */
import type { FailuresModel, KindSeries } from "./failures-model";
import type { RewardDot, RewardModel, RewardSeries } from "./reward-model";

/** A filled band of rows, by the key of its values. */
export interface BandLook {
  readonly key: string;
  readonly fill: string;
  readonly opacity: number;
}

export interface StrokeLook {
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly strokeDasharray?: string;
  readonly strokeLinecap?: "round";
  readonly strokeOpacity?: number;
}

/** A line through rows, by the key of its values. */
export interface LineLook extends StrokeLook {
  readonly key: string;
}

const evidence = "var(--evidence)";
const masked = "var(--masked)";

export const rewardBands: readonly BandLook[] = [
  { key: "range", fill: evidence, opacity: 0.07 },
  { key: "band", fill: evidence, opacity: 0.06 },
  { key: "interval", fill: evidence, opacity: 0.15 },
];

interface RewardLine extends LineLook {
  readonly key: RewardSeries;
}

/** Lines of the reward, the one that matters most on top. */
export function rewardLines({ hasTrained }: Pick<RewardModel, "hasTrained">): readonly RewardLine[] {
  const trained = { key: "trained", stroke: "var(--trained)", strokeWidth: 1, strokeDasharray: "4 2" } as const;
  return [
    { key: "as_scored", stroke: "var(--as-scored)", strokeWidth: 1.5 },
    ...(hasTrained ? [trained] : []),
    { key: "evidence", stroke: evidence, strokeWidth: 1.75 },
  ];
}

/** A smoothed line, in the colour and dashes of the raw one; and that one behind it. */
export const smoothLook = { strokeWidth: 2.25 } as const;
export const rawLook = { strokeOpacity: 0.4 } as const;

/** Series whose thin steps are dots, the one that matters most on top. */
export const rewardDots: readonly { readonly series: RewardDot["series"]; readonly colour: string }[] = [
  { series: "trained", colour: "var(--trained)" },
  { series: "as_scored", colour: "var(--as-scored)" },
  { series: "evidence", colour: evidence },
];

/** Many dots are smaller, so that they stay single. Pixels. */
export function dotRadius(count: number): number {
  return count > 120 ? 1.75 : 2.75;
}

export function dotLook(colour: string): StrokeLook & { readonly fill: string } {
  return { fill: "var(--paper)", stroke: colour, strokeWidth: 1.5 };
}

export function whiskerLook(colour: string): StrokeLook {
  return { stroke: colour, strokeWidth: 1, strokeOpacity: 0.45 };
}

/** What a newer launch ran again. */
export const supersededLook: StrokeLook = {
  stroke: "var(--ink-3)",
  strokeWidth: 1,
  strokeDasharray: "1 3",
  strokeLinecap: "round",
};

/** What a step that is still filling waits for. */
export const toComeLook: StrokeLook = { stroke: "var(--ink-2)", strokeWidth: 1, strokeDasharray: "2 2" };

/** A failure kind on a logarithmic axis, where nothing can be stacked. */
export function kindLine({ key, colour, hatched }: KindSeries): LineLook {
  const line = { key, stroke: colour, strokeWidth: 1.5 };
  return hatched ? { ...line, strokeDasharray: "3 2" } : line;
}

/**
 * Stacked failure kinds over the range of all of them over single steps, which is a plain ground: stripes in columns of
 * a pixel or two flicker. Steps that stand out have needles of their own. @param pattern the fill of a pattern, by its key.
 */
export function failureBands({ series }: FailuresModel, pattern: (key: string) => string): readonly BandLook[] {
  const kinds = series.map(({ key, colour, hatched }) => {
    return { key, fill: hatched ? pattern(key) : colour, opacity: 0.88 };
  });
  return [{ key: "range", fill: "var(--ink-3)", opacity: 0.2 }, ...kinds];
}

/** A single step that stands out of its point: a needle with a head. */
export function spikeLook(colour: string): StrokeLook {
  return { stroke: colour, strokeWidth: 1.25 };
}
/** Of a needle's head, pixels. */
export const spikeRadius = 2.25;

export function coverageBands(pattern: (key: "missing") => string): readonly BandLook[] {
  return [
    { key: "range", fill: masked, opacity: 0.2 },
    { key: "interval", fill: masked, opacity: 0.13 },
    { key: "no_result", fill: "var(--no-result)", opacity: 0.85 },
    { key: "missing", fill: pattern("missing"), opacity: 1 },
  ];
}

export const maskedLine: LineLook = { key: "masked", stroke: masked, strokeWidth: 1.5 };

/** A square that repeats: bars over a ground, all in one colour. Pixels. */
export interface PatternLook {
  readonly size: number;
  readonly turned: boolean;
  readonly bar: { readonly width: number; readonly height: number };
  /** How strong the ground between the bars is; 0: none. */
  readonly ground: number;
}

/** A kind that is told from another of its colour by its hatching. */
export const hatch: PatternLook = { size: 5, turned: true, bar: { width: 2.5, height: 5 }, ground: 0.35 };
/** Expected, and never heard of. */
export const missingHatch: PatternLook = { size: 4, turned: true, bar: { width: 1.5, height: 4 }, ground: 0 };
export const missingColour = "var(--missing)";
