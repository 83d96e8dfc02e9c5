/**
 * How numbers, times and foreign text are written. One locale (en-US digits and separators), so that the server's HTML
 * and the browser's are the same to the letter.
 */

import { type Rate, rateValue } from "@/lib/core/rate";
import { trimZeros, writePercent } from "@/lib/core/write-percent";

const whole = toDecimals(0);
/** By digits after the point: making one takes as long as a hundred uses of it. */
const fractional = [whole, toDecimals(1), toDecimals(2), toDecimals(3), toDecimals(4)] as const;

function toDecimals(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: digits });
}

/** `4,709`. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** `4,709 rollouts`, `1 rollout`. */
export function formatNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** A plain number with about four significant digits: `0.1545`, `-12.3`, `1,280`, `3.2e-7`. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "−∞";
  const text = toDigits(value, size);
  return text.replace("-", "−");
}

function toDigits(value: number, size: number): string {
  if (size === 0) return "0";
  if (size < 0.0001 || size >= 1e9) return value.toExponential(1);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
  return fractional[digits].format(value);
}

/** A fraction as a percentage, as detection writes it: `92%`, `15.4%`, `<0.01%`. */
export function formatPercent(fraction: number): string {
  return writePercent(fraction);
}

/** `92% (59 of 64)`; `none of 0` has no percentage. */
export function formatRate(rate: Rate): string {
  if (rate.n === 0) return "–";
  return `${formatPercent(rate.count / rate.n)} (${formatCount(rate.count)} of ${formatCount(rate.n)})`;
}

/** `92% · 59 of 64`, where a line has no room for more; a dash where there is nothing to take a share of. */
export function formatShare(rate: Rate | null): string {
  const value = rate === null ? null : rateValue(rate);
  return rate === null || value === null ? "–" : `${formatPercent(value)} · ${formatOf(rate)}`;
}

/** `59 of 64`. */
export function formatOf(rate: Rate): string {
  return `${formatCount(rate.count)} of ${formatCount(rate.n)}`;
}

/** A reward, as a percentage where all rewards of the run lie in [0, 1], otherwise as it is. */
export function formatReward(value: number, inPercent: boolean): string {
  return inPercent ? formatPercent(value) : formatNumber(value);
}

/** `850 ms`, `31 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `−${formatDuration(-ms)}`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (ms < 9950) return `${trimZeros((ms / 1000).toFixed(1))} s`;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return joinUnits(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return joinUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
  const hours = Math.round(minutes / 60);
  return joinUnits(Math.floor(hours / 24), "d", hours % 24, "h");
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** `now`, `12 s ago`, `4 min ago`, `3 h ago`, `2 d ago`. One unit: it is read at a glance. */
export function formatAgo(elapsedMs: number): string {
  const seconds = Math.floor(Math.max(0, elapsedMs) / 1000);
  if (seconds < 1) return "now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

/** The exact instant, for a title: `2026-03-04 14:02:31.120 UTC`. */
export function formatUtc(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC`;
}

/** The same to the minute: `2026-03-04 14:02 UTC`. */
export function formatUtcMinute(at: number): string {
  return `${formatUtc(at).slice(0, 16)} UTC`;
}

type InstantStyle = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

/** By zone and style. Making one takes as long as a thousand uses of it, and a page has hundreds of instants. */
const instantFormats = new Map<string, Intl.DateTimeFormat>();

/** Zones there are a few hundred of; names that a request brings must not fill the memory. */
const mostFormats = 200;

function instantFormat(timeZone: string, style: InstantStyle): Intl.DateTimeFormat {
  const key = `${timeZone} ${style.dateStyle ?? ""} ${style.timeStyle ?? ""}`;
  const known = instantFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", { ...style, timeZone });
  if (instantFormats.size >= mostFormats) instantFormats.clear();
  instantFormats.set(key, made);
  return made;
}

/** An instant in a reader's zone: `14:02:31`, or `14:02`, on the day of `now`, else `4 Mar 2026, 14:02`. */
export function formatInstant(
  at: number,
  now: number,
  timeZone: string,
  precision: "second" | "minute" = "second",
): string {
  const day = (instant: number) => instantFormat(timeZone, { dateStyle: "medium" }).format(instant);
  const time = (style: "medium" | "short") => instantFormat(timeZone, { timeStyle: style }).format(at);
  return day(at) === day(now) ? time(precision === "second" ? "medium" : "short") : `${day(at)}, ${time("short")}`;
}

/** `512 B`, `7.6 kB`, `31 MB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"] as const;
  let value = bytes;
  let unit: string = units[0];
  for (const next of units.slice(1)) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${trimZeros(value.toFixed(unit === "B" || value >= 10 ? 0 : 1))} ${unit}`;
}

/** Foreign text with its control characters made visible: NUL as `␀`, a lone surrogate or direction override as `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  let out = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === "\n" || character === "\t") out += character;
    else if (code < 0x20) out += String.fromCodePoint(0x2400 + code);
    else if (code === 0x7f) out += "␡";
    else if (isInvisible(code)) out += `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
    else out += character;
  }
  return out;
}

function isInvisible(code: number): boolean {
  const c1 = code >= 0x80 && code <= 0x9f;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  const direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return c1 || surrogate || direction || code === 0x200b || code === 0xfeff;
}
