"use client";

import { type BandShape, toBandPath } from "@/lib/view/band-path";
import type { BandLook, PatternLook } from "@/lib/view/chart-looks";
import type { ChartRow } from "@/lib/view/step-rows";
import { usePlotScale } from "./plot-base";

interface PatternProps {
  readonly id: string;
  readonly look: PatternLook;
  readonly colour: string;
}

/** What bands are filled with where a plain colour would say something else. */
export function Pattern({ id, look, colour }: PatternProps) {
  const { size, turned, bar, ground } = look;
  return (
    <pattern
      id={id}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform={turned ? "rotate(45)" : undefined}
    >
      {ground > 0 && <rect width={size} height={size} fill={colour} fillOpacity={ground} />}
      <rect {...bar} fill={colour} />
    </pattern>
  );
}

interface BandsProps {
  readonly rows: readonly ChartRow[];
  readonly bands: readonly BandLook[];
  readonly shape: BandShape;
}

/**
 * Filled bands in a plot, one path each. recharts' own areas make objects of every point of every series on every update:
 * with 17 bands of 400 points a live append cost half as much again.
 */
export function Bands({ rows, bands, shape }: BandsProps) {
  const scale = usePlotScale();
  return (
    <g>
      {bands.map(({ key, fill, opacity }) => (
        <path key={key} d={toBandPath(rows, key, shape, scale)} fill={fill} fillOpacity={opacity} />
      ))}
    </g>
  );
}
