import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from "d3-scale";
import type { ChartMark } from "../chart-marks";
import { type EndLabel, placeLabels } from "../end-labels";
import { formatCount } from "../format";
import { type BandLabel, type IncidentBand, placeBandLabels } from "../incident-bands";
import type { ValueScale } from "../nice-scale";
import { formatAxisTick, type StepAxis } from "../step-axis";
import { element, escapeXml, fitText, text } from "./svg-text";

/** Pixels: what a page of paper, and most windows, have room for. */
const drawingWidth = 960;
const left = 48;
const right = 206;
const headHeight = 46;
const axisHeight = 38;
const labelLine = 16;
const bandLine = 17;

export interface PlotScales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number> | ScaleLogarithmic<number, number>;
}

export interface Drawing {
  /** In one file, or on one page, no two drawings have the same. */
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** What it shows, in a sentence, for those who don't see it. */
  readonly description: string;
  readonly plotHeight: number;
  readonly axis: StepAxis;
  readonly scale: ValueScale;
  readonly isLog?: boolean;
  readonly formatTick: (value: number) => string;
  readonly labels: readonly EndLabel[];
  readonly bands: readonly IncidentBand[];
  readonly marks: readonly ChartMark[];
  /** What stands in an empty plot; null: there is something to see. */
  readonly emptyText: string | null;
  /** Patterns that the body fills with. */
  readonly defs?: string;
  readonly body: (scales: PlotScales) => string;
}

const tones = { critical: "var(--critical)", major: "var(--warning)", minor: "var(--ink-3)" } as const;

function isFaint({ standing }: IncidentBand): boolean {
  return standing === "expected" || standing === "rolled_back";
}

interface Room {
  readonly top: number;
  readonly bottom: number;
}

function drawShade(band: IncidentBand, { x }: PlotScales, { top, bottom }: Room): string {
  const [from = 0, to = 0] = x.range();
  const start = Math.max(from, x(band.x));
  const end = Math.min(to, Math.max(x(band.xEnd), start + 2));
  const tone = tones[band.severity];
  const faint = isFaint(band);
  const edge = (at: number) =>
    element("line", {
      x1: at,
      x2: at,
      y1: top,
      y2: bottom,
      stroke: tone,
      "stroke-width": faint ? 1 : 1.5,
      "stroke-dasharray": faint ? "3 3" : null,
    });
  const area = {
    x: start,
    y: top,
    width: end - start,
    height: bottom - top,
    fill: tone,
    "fill-opacity": faint ? "0.04" : "0.09",
  };
  const begins = x(band.x) >= from ? edge(start) : "";
  return element("rect", area) + begins + (band.standing === "open" ? "" : edge(end));
}

function drawBandLabel({ band, left: at, width, side, lane, goesBack }: BandLabel, top: number): string {
  const words = fitText(`${goesBack ? "‹ " : ""}${band.label}`, width, 11);
  const x = left + (side === "end" ? at + width - 3 : at + 5);
  const anchor = side === "end" ? "end" : "start";
  const fill = isFaint(band) ? "var(--ink-2)" : tones[band.severity];
  return text(x, top + lane * bandLine + 8, words, { size: 11, weight: 600, fill, anchor, italic: isFaint(band) });
}

function drawMark(mark: ChartMark, { x }: PlotScales, { top, bottom }: Room, isLabelled: boolean): string {
  const at = x(mark.x);
  const isSegment = mark.kind === "segment";
  const stroke = isSegment ? "var(--ink-3)" : "var(--accent)";
  const range =
    mark.xEnd === null
      ? ""
      : element("rect", {
          x: at,
          y: top,
          width: Math.max(1, x(mark.xEnd) - at),
          height: bottom - top,
          fill: stroke,
          "fill-opacity": "0.09",
        });
  const line = element("line", {
    x1: at,
    x2: at,
    y1: top,
    y2: bottom,
    stroke,
    "stroke-dasharray": isSegment ? null : "4 3",
  });
  if (!isLabelled) return range + line;
  const isRight = at > drawingWidth - right - 110;
  const words = fitText(mark.label.replaceAll("\n", " "), 110, 10.5);
  return (
    range + line + text(isRight ? at - 4 : at + 4, bottom - 8, words, { size: 10.5, anchor: isRight ? "end" : "start" })
  );
}

function drawLabels(labels: readonly EndLabel[], { top, bottom }: Room): string {
  const height = bottom - top;
  const tops = placeLabels(
    labels.map((label) => label.at * height),
    height,
    labelLine,
  );
  return labels
    .map((label, index) => {
      const y = top + (tops[index] ?? 0);
      const head = fitText([label.name, label.value].filter((word) => word !== "").join(" "), right - 14, 11.5);
      // Both on one line, or only what matters more.
      const hasRoom = head.length + label.detail.length < 34;
      const detail =
        label.detail === "" || !hasRoom
          ? ""
          : element("tspan", { fill: "var(--ink-2)", "font-weight": 400 }, escapeXml(` ${label.detail}`));
      const place = {
        x: drawingWidth - right + 10,
        y: y + 4,
        "font-size": 11.5,
        "font-weight": 600,
        fill: label.colour,
      };
      return element("text", place, escapeXml(head) + detail);
    })
    .join("");
}

function drawAxes(drawing: Drawing, { x, y }: PlotScales, { bottom }: Room): string {
  const { scale, axis, formatTick } = drawing;
  const end = drawingWidth - right;
  const lines = scale.ticks.map((tick) => {
    const at = y(tick);
    const look = { x1: left, x2: end, y1: at, y2: at, stroke: tick === 0 ? "var(--hairline-strong)" : "var(--grid)" };
    return element("line", look) + text(left - 7, at, formatTick(tick), { anchor: "end" });
  });
  const steps = axis.ticks.map((tick) => {
    const at = x(tick);
    return (
      element("line", { x1: at, x2: at, y1: bottom, y2: bottom + 4, stroke: "var(--hairline-strong)" }) +
      text(at, bottom + 13, formatAxisTick(axis, tick, "UTC"), { anchor: "middle" })
    );
  });
  const name = axis.kind === "step" ? "step" : "time, UTC";
  return lines.join("") + steps.join("") + text((left + end) / 2, bottom + 29, name, { size: 10.5, anchor: "middle" });
}

/** A chart as a drawing that stands alone: title, axes, shading, the body, and direct labels at its right. */
export function drawFrame(drawing: Drawing): string {
  const { id, axis, scale, bands, marks, plotHeight } = drawing;
  const placed = placeBandLabels(bands, axis.domain, drawingWidth - left - right);
  const over = placed.lanes * bandLine + (placed.hidden.length > 0 ? bandLine : 0);
  const room: Room = { top: headHeight + over, bottom: headHeight + over + plotHeight };
  const x = scaleLinear([axis.domain[0], axis.domain[1]], [left, drawingWidth - right]);
  const range = [room.bottom, room.top] as const;
  const domain = [scale.domain[0], scale.domain[1]];
  const y = drawing.isLog === true ? scaleLog(domain, range) : scaleLinear(domain, range);
  const scales = { x, y };
  const height = room.bottom + axisHeight;
  const clip = element(
    "clipPath",
    { id: `${id}-clip` },
    // A dot on the edge is drawn whole.
    element("rect", { x: left, y: room.top - 5, width: drawingWidth - left - right, height: plotHeight + 10 }),
  );
  const hidden =
    placed.hidden.length === 0
      ? ""
      : text(
          drawingWidth - right,
          headHeight + placed.lanes * bandLine + 8,
          `and ${formatCount(placed.hidden.length)} more`,
          { size: 11, anchor: "end" },
        );
  const content = [
    element("title", {}, escapeXml(drawing.title)),
    element("desc", {}, escapeXml(drawing.description)),
    element("defs", {}, clip + (drawing.defs ?? "")),
    text(0, 12, drawing.title, { size: 14, weight: 600, fill: "var(--ink)" }),
    text(0, 31, fitText(drawing.subtitle, drawingWidth, 11.5)),
    ...bands.map((band) => drawShade(band, scales, room)),
    drawAxes(drawing, scales, room),
    element(
      "g",
      { "clip-path": `url(#${id}-clip)` },
      drawing.emptyText === null
        ? drawing.body(scales)
        : element(
            "g",
            {},
            text((left + drawingWidth - right) / 2, (room.top + room.bottom) / 2, drawing.emptyText, {
              size: 12,
              anchor: "middle",
            }),
          ),
    ),
    ...marks.map((mark) => drawMark(mark, scales, room, true)),
    ...placed.labels.map((label) => drawBandLabel(label, headHeight)),
    hidden,
    drawLabels(drawing.labels, room),
  ].join("");
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${drawingWidth} ${height}`,
    role: "img",
    "aria-label": `${drawing.title}. ${drawing.description}`,
    "font-family": "Inter, system-ui, -apple-system, 'Segoe UI', sans-serif",
  };
  return element("svg", attributes, content);
}
