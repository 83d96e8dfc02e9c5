import { curveStepAfter, line } from "d3-shape";
import { toBandPath } from "../band-path";
import { type ChartsModel, describeCharts } from "../charts-model";
import type { CoverageModel } from "../coverage-model";
import type { EndLabel } from "../end-labels";
import { type FailuresModel, type KindSeries, peakKey } from "../failures-model";
import { formatCount, formatPercent, formatReward } from "../format";
import type { ChartName } from "../mark-links";
import type { RewardDot, RewardModel } from "../reward-model";
import type { ChartRow } from "../step-rows";
import { type Drawing, drawFrame, type PlotScales } from "./draw-frame";
import { element } from "./svg-text";

/** A line through the rows that have a value; a gap stays a gap. */
function drawLine(
  rows: readonly ChartRow[],
  key: string,
  { x, y }: PlotScales,
  look: Readonly<Record<string, string | number>>,
  isStepped = false,
): string {
  const read = (row: ChartRow) => {
    const value = row[key];
    return typeof value === "number" ? value : null;
  };
  const path = line<ChartRow>()
    .defined((row) => read(row) !== null)
    .x((row) => x(row.x))
    .y((row) => y(read(row) ?? 0))
    .digits(1);
  const d = (isStepped ? path.curve(curveStepAfter) : path)(rows);
  return d === null ? "" : element("path", { d, fill: "none", ...look });
}

function drawBand(
  rows: readonly ChartRow[],
  key: string,
  shape: "stepped" | "straight",
  scales: PlotScales,
  look: Readonly<Record<string, string | number>>,
): string {
  const d = toBandPath(rows, key, shape, { x: (value) => scales.x(value), y: (value) => scales.y(value) });
  return d === "" ? "" : element("path", { d, ...look });
}

function drawDots(dots: readonly RewardDot[], colour: string, { x, y }: PlotScales): string {
  const r = dots.length > 120 ? 1.75 : 2.75;
  return dots
    .map(({ x: at, y: value, whisker }) => {
      const cx = x(at);
      const reach =
        whisker === null
          ? ""
          : element("line", {
              x1: cx,
              x2: cx,
              y1: y(whisker[0]),
              y2: y(whisker[1]),
              stroke: colour,
              "stroke-opacity": "0.45",
            });
      return (
        reach + element("circle", { cx, cy: y(value), r, fill: "var(--paper)", stroke: colour, "stroke-width": 1.5 })
      );
    })
    .join("");
}

function drawReward(model: RewardModel, scales: PlotScales): string {
  const { rows, dots } = model;
  const evidence = "var(--evidence)";
  const dotsOf = (series: RewardDot["series"], colour: string) =>
    drawDots(
      dots.filter((dot) => dot.series === series),
      colour,
      scales,
    );
  const older = model.superseded.map((part) => {
    const d = line<{ x: number; y: number }>()
      .x((point) => scales.x(point.x))
      .y((point) => scales.y(point.y))
      .digits(1)([...part]);
    return d === null
      ? ""
      : element("path", {
          d,
          fill: "none",
          stroke: "var(--ink-3)",
          "stroke-dasharray": "1 3",
          "stroke-linecap": "round",
        });
  });
  return [
    drawBand(rows, "range", "straight", scales, { fill: evidence, "fill-opacity": "0.07" }),
    drawBand(rows, "band", "straight", scales, { fill: evidence, "fill-opacity": "0.06" }),
    drawBand(rows, "interval", "straight", scales, { fill: evidence, "fill-opacity": "0.15" }),
    ...older,
    drawLine(rows, "as_scored", scales, { stroke: "var(--as-scored)", "stroke-width": 1.5 }),
    model.hasTrained ? drawLine(rows, "trained", scales, { stroke: "var(--trained)", "stroke-dasharray": "4 2" }) : "",
    drawLine(rows, "evidence", scales, { stroke: evidence, "stroke-width": "1.75" }),
    dotsOf("trained", "var(--trained)"),
    dotsOf("as_scored", "var(--as-scored)"),
    dotsOf("evidence", evidence),
  ].join("");
}

function hatchOf(id: string, { key, colour }: KindSeries): string {
  const square =
    element("rect", { width: 5, height: 5, fill: colour, "fill-opacity": "0.35" }) +
    element("rect", { width: "2.5", height: 5, fill: colour });
  return element(
    "pattern",
    { id: `${id}-${key}`, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    square,
  );
}

function stripesOf(id: string, key: string, colour: string): string {
  const attributes = { id: `${id}-${key}`, width: 4, height: 4, patternUnits: "userSpaceOnUse" };
  return element("pattern", attributes, element("rect", { width: 4, height: 2, fill: colour }));
}

function drawFailures(id: string, model: FailuresModel, scales: PlotScales): string {
  const { rows, series } = model;
  if (model.scaleKind === "log") {
    return series
      .map(({ key, colour, hatched }) =>
        drawLine(
          rows,
          key,
          scales,
          { stroke: colour, "stroke-width": 1.5, ...(hatched ? { "stroke-dasharray": "3 2" } : {}) },
          true,
        ),
      )
      .join("");
  }
  const peaks = series.map((one) =>
    drawBand(rows, peakKey(one), "stepped", scales, { fill: `url(#${id}-${peakKey(one)})` }),
  );
  const kinds = series.map((one) =>
    drawBand(rows, one.key, "stepped", scales, {
      fill: one.hatched ? `url(#${id}-${one.key})` : one.colour,
      "fill-opacity": "0.88",
    }),
  );
  return [...peaks, ...kinds].join("");
}

function drawCoverage(id: string, model: CoverageModel, scales: PlotScales): string {
  const { rows } = model;
  const masked = "var(--masked)";
  const outlines = model.toCome.map(({ x, y }) => {
    const [from, to] = [scales.x(x[0]), scales.x(x[1])];
    const [top, bottom] = [scales.y(y[1]), scales.y(y[0])];
    return element("rect", {
      x: from,
      y: top,
      width: Math.max(5, to - from),
      height: Math.max(3, bottom - top),
      fill: "none",
      stroke: "var(--ink-2)",
      "stroke-dasharray": "2 2",
    });
  });
  return [
    drawBand(rows, "range", "stepped", scales, { fill: `url(#${id}-range)` }),
    drawBand(rows, "interval", "stepped", scales, { fill: masked, "fill-opacity": "0.13" }),
    drawBand(rows, "no_result", "stepped", scales, { fill: "var(--no-result)", "fill-opacity": "0.85" }),
    drawBand(rows, "missing", "stepped", scales, { fill: `url(#${id}-missing)` }),
    drawLine(rows, "masked", scales, { stroke: masked, "stroke-width": 1.5 }, true),
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
  const missing = element(
    "pattern",
    {
      id: `${ids.coverage}-missing`,
      width: 4,
      height: 4,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    element("rect", { width: "1.5", height: 4, fill: "var(--missing)" }),
  );
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
      defs: failures.series
        .map(
          (one) => (one.hatched ? hatchOf(ids.failures, one) : "") + stripesOf(ids.failures, peakKey(one), one.colour),
        )
        .join(""),
      body: (scales) => drawFailures(ids.failures, failures, scales),
    }),
    coverage: drawFrame({
      ...about("coverage"),
      plotHeight: 118,
      scale: coverage.scale,
      formatTick: (value) => formatPercent(Math.abs(value)),
      defs: missing + stripesOf(ids.coverage, "range", "var(--masked)"),
      body: (scales) => drawCoverage(ids.coverage, coverage, scales),
    }),
  };
}
