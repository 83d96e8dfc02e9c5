"use client";

import { useXAxisScale, useYAxisScale } from "recharts";
import {
  dotLook,
  dotRadius,
  type StrokeLook,
  spikeLook,
  spikeRadius,
  toComeLook,
  whiskerLook,
} from "@/lib/view/chart-looks";
import type { Spike } from "@/lib/view/spikes";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Faint lines beside the chart's own data, one path for all of them. */
export function FreeLines({
  parts,
  look,
}: {
  readonly parts: readonly (readonly Point[])[];
  readonly look: StrokeLook;
}) {
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined) return null;
  const path = parts
    .map((part) => part.map((point, index) => `${index === 0 ? "M" : "L"}${x(point.x)},${y(point.y)}`).join(""))
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
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined || dots.length === 0) return null;
  const clamp = (value: number) => Math.min(high, Math.max(low, value));
  const whiskers = dots
    .map(({ x: at, whisker }) =>
      whisker === null ? "" : `M${x(at)},${y(clamp(whisker[0]))}V${y(clamp(whisker[1])) ?? 0}`,
    )
    .join("");
  const r = dotRadius(dots.length);
  const circles = dots
    .map((dot) => `M${(x(dot.x) ?? 0) - r},${y(dot.y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`)
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
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined) return null;
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
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined) return null;
  const [left, right, top, bottom] = [x(across[0]), x(across[1]), y(down[1]), y(down[0])];
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null;
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
