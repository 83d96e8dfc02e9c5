import type { Estimate } from "@/lib/core/statistics/estimate";
import { trimZeros } from "@/lib/core/write-percent";
import { formatNumber } from "./format";

function toDigits(points: number): string {
  const size = Math.abs(points);
  if (size === 0) return "0";
  if (size < 0.01) return "<0.01";
  return trimZeros(size.toFixed(size < 1 ? 2 : 1));
}

function sign(value: number): string {
  return value > 0 ? "+" : value < 0 ? "−" : "±";
}

/** How large a difference is, whichever way: `14.2 points` of shares, else a plain number. */
export function formatSize(value: number, inPercent: boolean): string {
  if (!inPercent) return formatNumber(Math.abs(value));
  const digits = toDigits(value * 100);
  return `${digits} ${digits === "1" ? "point" : "points"}`;
}

/** A difference with its sign: `+14.2 points`. */
export function formatChange(value: number, inPercent: boolean): string {
  return `${sign(value)}${formatSize(value, inPercent)}`;
}

function formatEnd(value: number, inPercent: boolean): string {
  return `${value === 0 ? "" : sign(value)}${inPercent ? toDigits(value * 100) : formatNumber(Math.abs(value))}`;
}

/**
 * One of the parts that a change of rewards is told in, without its sign or unit: in points where rewards are shares, all
 * of them to a tenth, so that they can be added up by eye; else as it is.
 */
export function formatPoints(change: number, inPercent: boolean): string {
  return inPercent ? (Math.abs(change) * 100).toFixed(1) : formatNumber(Math.abs(change));
}

/** With its sign, which is a minus and not a hyphen. */
export function formatSigned(change: number, inPercent: boolean): string {
  const size = formatPoints(change, inPercent);
  if (Number(size.replaceAll(",", "")) === 0) return size;
  return `${change < 0 ? "−" : "+"}${size}`;
}

/** The interval of a difference: `95% interval +13 to +15.4`. */
export function formatInterval({ low, high }: Estimate, inPercent: boolean): string {
  return `95% interval ${formatEnd(low, inPercent)} to ${formatEnd(high, inPercent)}`;
}
