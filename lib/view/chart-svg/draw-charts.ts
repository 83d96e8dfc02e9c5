import { line } from "d3-shape";
import { type BandShape, toBandPath } from "../band-path";
import {
  type BandLook,
  coverageBands,
  dotLook,
  dotRadius,
  failureBands,
  hatch,
  kindLine,
  type LineLook,
  maskedLine,
  missingColour,
  missingHatch,
  type PatternLook,
  rewardBands,
  rewardDots,
  rewardLines,
  type StrokeLook,
  spikeLook,
  spikeRadius,
  supersededLook,
  toComeLook,
  whiskerLook,
} from "../chart-looks";
import { type ChartsModel, describeCharts } from "../charts-model";
import type { CoverageModel } from "../coverage-model";
import type { EndLabel } from "../end-labels";
import type { FailuresModel } from "../failures-model";
import { formatCount, formatPercent, formatReward } from "../format";
import { toLinePath } from "../line-path";
import type { ChartName } from "../mark-links";
import type { RewardDot, RewardModel } from "../reward-model";
import type { Spike } from "../spikes";
import type { ChartRow } from "../step-rows";
import { type Drawing, drawFrame, type PlotScales } from "./draw-frame";
import { element } from "./svg-text";

/** A look as attributes; as text, because numbers are taken for pixels and rounded. */
function toAttributes(look: Partial<StrokeLook>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(look).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      String(value),
    ]),
  );
}

/** A line through the rows that have a value; a gap stays a gap. */
function drawLine(
  rows: readonly ChartRow[],
  { key, ...look }: LineLook,
  { x, y }: PlotScales,
  isStepped = false,
): string {
  const d = toLinePath(rows, key, isStepped ? "stepped" : "straight", {
    x: (value) => x(value),
    y: (value) => y(value),
  });
  return d === "" ? "" : element("path", { d, fill: "none", ...toAttributes(look) });
}

function drawBands(
  rows: readonly ChartRow[],
  bands: readonly BandLook[],
  shape: BandShape,
  { x, y }: PlotScales,
): string {
  const scale = { x: (value: number) => x(value), y: (value: number) => y(value) };
  return bands
    .map(({ key, fill, opacity }) => {
      const d = toBandPath(rows, key, shape, scale);
      return d === "" ? "" : element("path", { d, fill, "fill-opacity": opacity === 1 ? null : String(opacity) });
    })
    .join("");
}

function drawDots(dots: readonly RewardDot[], colour: string, { x, y }: PlotScales): string {
  const r = dotRadius(dots.length);
  return dots
    .map(({ x: at, y: value, whisker }) => {
      const cx = x(at);
      const look = toAttributes(whiskerLook(colour));
      const reach =
        whisker === null ? "" : element("line", { x1: cx, x2: cx, y1: y(whisker[0]), y2: y(whisker[1]), ...look });
      return reach + element("circle", { cx, cy: y(value), r, ...toAttributes(dotLook(colour)) });
    })
    .join("");
}

function drawReward(model: RewardModel, scales: PlotScales): string {
  const { rows, dots } = model;
  const older = model.superseded.map((part) => {
    const d = line<{ x: number; y: number }>()
      .x((point) => scales.x(point.x))
      .y((point) => scales.y(point.y))
      .digits(1)([...part]);
    return d === null ? "" : element("path", { d, fill: "none", ...toAttributes(supersededLook) });
  });
  const thin = rewardDots.map(({ series, colour }) => {
    return drawDots(
      dots.filter((dot) => dot.series === series),
      colour,
      scales,
    );
  });
  return [
    drawBands(rows, rewardBands, "straight", scales),
    ...older,
    ...rewardLines(model).map((look) => drawLine(rows, look, scales)),
    ...thin,
  ].join("");
}

function drawPattern(id: string, { size, turned, bar, ground }: PatternLook, fill: string): string {
  const { width, height } = bar;
  const below =
    ground === 0 ? "" : element("rect", { width: size, height: size, fill, "fill-opacity": String(ground) });
  return element(
    "pattern",
    {
      id,
      width: size,
      height: size,
      patternUnits: "userSpaceOnUse",
      patternTransform: turned ? "rotate(45)" : null,
    },
    below + element("rect", { width, height, fill }),
  );
}

function definePatterns(id: string, { series }: FailuresModel): string {
  return series
    .map((one) => {
      return one.hatched ? drawPattern(`${id}-${one.key}`, hatch, one.colour) : "";
    })
    .join("");
}

function drawFailures(id: string, model: FailuresModel, scales: PlotScales): string {
  const { rows, series } = model;
  if (model.scaleKind === "log") return series.map((one) => drawLine(rows, kindLine(one), scales, true)).join("");
  const bands = failureBands(model, (key) => `url(#${id}-${key})`);
  return drawBands(rows, bands, "stepped", scales) + model.spikes.map((spike) => drawSpike(spike, scales)).join("");
}

function drawSpike({ x, low, high, colour }: Spike, scales: PlotScales): string {
  const [cx, cy] = [scales.x(x), scales.y(high)];
  const needle = { x1: cx, x2: cx, y1: scales.y(low), y2: cy, ...toAttributes(spikeLook(colour)) };
  return element("line", needle) + element("circle", { cx, cy, r: spikeRadius, fill: colour });
}

function drawCoverage(id: string, model: CoverageModel, scales: PlotScales): string {
  const { rows } = model;
  const outlines = model.toCome.map(({ x, y }) => {
    const [from, to] = [scales.x(x[0]), scales.x(x[1])];
    const [top, bottom] = [scales.y(y[1]), scales.y(y[0])];
    const size = { width: Math.max(5, to - from), height: Math.max(3, bottom - top) };
    return element("rect", { x: from, y: top, ...size, fill: "none", ...toAttributes(toComeLook) });
  });
  const bands = coverageBands((key) => `url(#${id}-${key})`);
  return [
    drawBands(rows, bands, "stepped", scales),
    ...model.spikes.map((spike) => drawSpike(spike, scales)),
    drawLine(rows, maskedLine, scales, true),
    ...outlines,
  ].join("");
}

/** What a chart says at its right end, for those who don't see it. */
function describeLabels(labels: readonly EndLabel[], bands: ChartsModel["bands"]): string {
  const ends = labels.map(({ name, value, detail }) =>
    [name, value, detail === "" ? "" : `(${detail})`].filter((word) => word !== "").join(" "),
  );
  const shaded = bands.map(({ title }) => title);
  return [ends.length === 0 ? "" : `At its end: ${ends.join("; ")}.`, ...shaded]
    .filter((part) => part !== "")
    .join(" ");
}

/** The drawings of a run, in the order in which they stand below each other. */
export const drawnCharts = ["reward", "failures", "coverage"] as const satisfies readonly ChartName[];

/**
 * The charts of a run as SVG, drawn without a browser. Colours are variables of the page that holds them.
 *
 * @param prefix begins every id in them.
 */
export function drawCharts(model: ChartsModel, prefix: string): Readonly<Record<(typeof drawnCharts)[number], string>> {
  const { axis, bands, marks, reward, failures, coverage } = model;
  const captions = describeCharts(model);
  const about = (
    chart: (typeof drawnCharts)[number],
  ): Omit<Drawing, "scale" | "formatTick" | "body" | "plotHeight"> => {
    const { title, subtitle, aside, emptyText } = captions[chart];
    const { labels } = model[chart];
    return {
      id: `${prefix}${chart}`,
      title,
      subtitle: aside === "" ? subtitle : `${subtitle} · ${aside}`,
      emptyText,
      axis,
      bands,
      marks,
      labels,
      description: describeLabels(labels, bands),
    };
  };
  const ids = { failures: `${prefix}failures`, coverage: `${prefix}coverage` };
  const missing = drawPattern(`${ids.coverage}-missing`, missingHatch, missingColour);
  return {
    reward: drawFrame({
      ...about("reward"),
      plotHeight: 150,
      scale: reward.scale,
      formatTick: (value) => formatReward(value, reward.inPercent),
      body: (scales) => drawReward(reward, scales),
    }),
    failures: drawFrame({
      ...about("failures"),
      plotHeight: 150,
      scale: failures.scale,
      isLog: failures.scaleKind === "log",
      formatTick: failures.scaleKind === "count" ? formatCount : formatPercent,
      defs: definePatterns(ids.failures, failures),
      body: (scales) => drawFailures(ids.failures, failures, scales),
    }),
    coverage: drawFrame({
      ...about("coverage"),
      plotHeight: 118,
      scale: coverage.scale,
      formatTick: (value) => formatPercent(Math.abs(value)),
      defs: missing,
      body: (scales) => drawCoverage(ids.coverage, coverage, scales),
    }),
  };
}
