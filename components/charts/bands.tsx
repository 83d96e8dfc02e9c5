"use client";

import { useXAxisScale, useYAxisScale } from "recharts";
import { type BandShape, toBandPath } from "@/lib/view/band-path";
import type { ChartRow } from "@/lib/view/step-rows";

export interface Band {
  readonly key: string;
  readonly fill: string;
  readonly opacity: number;
}

/** Stripes in a mark's own colour: fainter than the mark, each as strong in contrast as it. */
export function Stripes({ id, colour }: { readonly id: string; readonly colour: string }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse">
      <rect width="4" height="2" fill={colour} />
    </pattern>
  );
}

interface BandsProps {
  readonly rows: readonly ChartRow[];
  readonly bands: readonly Band[];
  readonly shape: BandShape;
}

/**
 * Filled bands on the scales of a recharts plot, one path each. recharts' own areas make objects of every point of every
 * series on every update: with 17 bands of 400 points a live append cost half as much again.
 */
export function Bands({ rows, bands, shape }: BandsProps) {
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined) return null;
  const scale = { x: (value: number) => x(value) ?? 0, y: (value: number) => y(value) ?? 0 };
  return (
    <g>
      {bands.map(({ key, fill, opacity }) => (
        <path key={key} d={toBandPath(rows, key, shape, scale)} fill={fill} fillOpacity={opacity} />
      ))}
    </g>
  );
}
