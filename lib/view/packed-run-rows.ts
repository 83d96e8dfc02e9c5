/**
 * The rows of the list of runs without field names, as one text: what the server puts into the page's HTML. A thousand rows
 * as objects are a hundred thousand values that the server and the browser would each look at one by one.
 */

import type { Rate } from "../core/rate";
import type { CurrentStep, RunRow } from "./run-row";
import type { SparkPoint } from "./sparkline";

/** Values of consecutive steps from the first on; else each with its step. */
type PackedPoints =
  | readonly [first: number, values: readonly (number | null)[]]
  | readonly [points: readonly SparkPoint[]];

type PackedRate = readonly [count: number, n: number];

type PackedStep = readonly [
  step: number | null,
  complete: 0 | 1,
  received: number,
  expected: number,
  masked: PackedRate,
  lost: PackedRate,
  suspected: PackedRate,
  kind: string | null,
];

/** A row; its parts are in the order in which they are packed and unpacked below. */
type PackedRow = readonly [
  names: Pick<RunRow, "run" | "title" | "project" | "tags" | "state" | "verdict" | "headline">,
  numbers: readonly [
    lastStep: number | null,
    rollouts: number,
    createdAt: number,
    lastSeenAt: number | null,
    isArchived: 0 | 1,
    openIncidents: number,
    steadyLoss: number | null,
    rewardInPercent: 0 | 1,
  ],
  current: PackedStep | null,
  evidence: PackedPoints,
  lastEvidence: readonly [step: number, mean: number] | null,
  lost: PackedPoints,
  rewardEdges: readonly [low: number, high: number],
];

function packPoints(points: readonly SparkPoint[]): PackedPoints {
  const first = points[0]?.[0] ?? 0;
  const isEven = points.every(([step], index) => step === first + index);
  return isEven ? [first, points.map(([, value]) => value)] : [points];
}

function unpackPoints(packed: PackedPoints): readonly SparkPoint[] {
  if (packed.length === 1) return packed[0];
  const [first, values] = packed;
  return values.map((value, index) => [first + index, value]);
}

const packRate = ({ count, n }: Rate): PackedRate => [count, n];
const unpackRate = ([count, n]: PackedRate): Rate => ({ count, n });
const toBit = (is: boolean) => (is ? 1 : 0);

function packStep(current: CurrentStep): PackedStep {
  const { step, complete, received, expected, masked, lost, suspected, kind } = current;
  return [step, toBit(complete), received, expected, packRate(masked), packRate(lost), packRate(suspected), kind];
}

function unpackStep([step, complete, received, expected, masked, lost, suspected, kind]: PackedStep): CurrentStep {
  const rates = { masked: unpackRate(masked), lost: unpackRate(lost), suspected: unpackRate(suspected) };
  return { step, complete: complete === 1, received, expected, ...rates, kind };
}

function packRow(row: RunRow): PackedRow {
  const { run, title, project, tags, state, verdict, headline, current, lastEvidence } = row;
  return [
    { run, title, project, tags, state, verdict, headline },
    [
      ...([row.lastStep, row.rollouts, row.createdAt, row.lastSeenAt, toBit(row.isArchived)] as const),
      ...([row.openIncidents, row.steadyLoss, toBit(row.rewardInPercent)] as const),
    ],
    current === null ? null : packStep(current),
    packPoints(row.evidence),
    lastEvidence === null ? null : [lastEvidence.step, lastEvidence.mean],
    packPoints(row.lost),
    row.rewardEdges,
  ];
}

function unpackRow([names, numbers, current, evidence, lastEvidence, lost, rewardEdges]: PackedRow): RunRow {
  const [lastStep, rollouts, createdAt, lastSeenAt, isArchived, openIncidents, steadyLoss, rewardInPercent] = numbers;
  return {
    ...names,
    ...{ lastStep, rollouts, createdAt, lastSeenAt, openIncidents, steadyLoss, rewardEdges },
    isArchived: isArchived === 1,
    rewardInPercent: rewardInPercent === 1,
    current: current === null ? null : unpackStep(current),
    evidence: unpackPoints(evidence),
    lastEvidence: lastEvidence === null ? null : { step: lastEvidence[0], mean: lastEvidence[1] },
    lost: unpackPoints(lost),
  };
}

/** For {@link unpackRunRows} alone: a page and its server are of one build. */
export function packRunRows(rows: readonly RunRow[]): string {
  return JSON.stringify(rows.map(packRow));
}

export function unpackRunRows(packed: string): readonly RunRow[] {
  const rows: readonly PackedRow[] = JSON.parse(packed);
  return rows.map(unpackRow);
}
