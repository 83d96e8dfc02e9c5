"use client";

import { type BandShape, toTenth } from "@/lib/view/band-path";
import {
  dotLook,
  dotRadius,
  type LineLook,
  type StrokeLook,
  spikeLook,
  spikeRadius,
  toComeLook,
  whiskerLook,
} from "@/lib/view/chart-looks";
import { toLinePath } from "@/lib/view/line-path";
import type { Spike } from "@/lib/view/spikes";
import type { ChartRow } from "@/lib/view/step-rows";
import { usePlotScale } from "./plot-base";

interface Point {
  readonly x: number;
  readonly y: number;
}

interface RowLineProps {
  readonly rows: readonly ChartRow[];
  readonly line: LineLook;
  readonly shape: BandShape;
}

/** A line through the values of rows. */
export function RowLine({ rows, line, shape }: RowLineProps) {
  const scale = usePlotScale();
  const { key, ...look } = line;
  return <path data-line={key} d={toLinePath(rows, key, shape, scale)} fill="none" {...look} />;
}

/** Faint lines beside the chart's own data, one path for all of them. */
export function FreeLines({
  parts,
  look,
}: {
  readonly parts: readonly (readonly Point[])[];
  readonly look: StrokeLook;
}) {
  const { x, y } = usePlotScale();
  const path = parts
    .map((part) =>
      part.map((point, index) => `${index === 0 ? "M" : "L"}${toTenth(x(point.x))},${toTenth(y(point.y))}`).join(""),
    )
    .join("");
  return <path d={path} fill="none" {...look} />;
}

interface DotsProps {
  readonly dots: readonly (Point & { readonly whisker: readonly [number, number] | null })[];
  readonly colour: string;
  readonly low: number;
  readonly high: number;
}

/** Single points with their whiskers: two paths, however many there are. */
export function Dots({ dots, colour, low, high }: DotsProps) {
  const { x, y } = usePlotScale();
  if (dots.length === 0) return null;
  const clamp = (value: number) => Math.min(high, Math.max(low, value));
  const whiskers = dots
    .map(({ x: at, whisker }) => (whisker === null ? "" : `M${x(at)},${y(clamp(whisker[0]))}V${y(clamp(whisker[1]))}`))
    .join("");
  const r = dotRadius(dots.length);
  const circles = dots
    .map((dot) => `M${x(dot.x) - r},${y(dot.y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`)
    .join("");
  return (
    <g>
      <path d={whiskers} fill="none" {...whiskerLook(colour)} />
      <path d={circles} {...dotLook(colour)} />
    </g>
  );
}

/** Needles with a head: single steps that stand out of the points that they are in. */
export function Needles({ spikes }: { readonly spikes: readonly Spike[] }) {
  const { x, y } = usePlotScale();
  return spikes.map(({ x: at, low, high, colour }) => (
    <g key={at}>
      <path d={`M${x(at)},${y(low)}V${y(high)}`} fill="none" {...spikeLook(colour)} />
      <circle cx={x(at)} cy={y(high)} r={spikeRadius} fill={colour} />
    </g>
  ));
}

interface OutlineProps {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** The dashed outline of what a step still filling waits for; at least a few pixels wide. */
export function Outline({ x: across, y: down }: OutlineProps) {
  const { x, y } = usePlotScale();
  const [left, right, top, bottom] = [x(across[0]), x(across[1]), y(down[1]), y(down[0])] as const;
  const width = Math.max(5, right - left);
  return (
    <rect
      x={left + (right - left - width) / 2}
      y={top + 0.5}
      width={width}
      height={Math.max(3, bottom - top)}
      fill="none"
      {...toComeLook}
    />
  );
}
