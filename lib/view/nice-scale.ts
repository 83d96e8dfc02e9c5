/** A value axis: where it begins and ends, and the few lines a reader needs between. */
export interface ValueScale {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

/** The smallest step of 1, 2 or 5 times a power of ten that cuts a span into at most `parts`. */
export function niceStep(span: number, parts: number): number {
  const rough = span / parts;
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const scale = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * scale >= rough * (1 - 1e-9)) ?? 10;
  return factor * scale;
}

/** A scale that holds [low, high], its ends on lines. A span of nothing becomes one about its value. */
export function niceScale(low: number, high: number, parts = 3): ValueScale {
  if (low === high) return niceScale(low - (Math.abs(low) * 0.1 || 1), high + (Math.abs(high) * 0.1 || 1), parts);
  const step = niceStep(high - low, parts);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  // Multiples, not sums: 0.1 added three times is no 0.3.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => roundTo((first + index) * step, step));
  return { domain: [ticks[0] ?? low, ticks[ticks.length - 1] ?? high], ticks };
}

function roundTo(value: number, step: number): number {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(step)));
  return digits > 15 ? value : Number(value.toFixed(digits)) + 0;
}

/** Powers of ten from the one below the smallest value up to `high`. */
export function logScale(smallest: number, high: number): ValueScale {
  const first = Math.floor(Math.log10(smallest) + 1e-9);
  const last = Math.ceil(Math.log10(high) - 1e-9);
  const ticks = Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) => 10 ** (first + index));
  return { domain: [ticks[0] ?? smallest, ticks[ticks.length - 1] ?? high], ticks };
}

/** Where a value lies between the top (0) and the bottom (1) of a scale; outside it, at the edge. */
export function fractionFromTop(value: number, domain: readonly [number, number], log = false): number {
  const read = (x: number) => (log ? Math.log10(x) : x);
  const [low, high] = [read(domain[0]), read(domain[1])];
  if (log && value <= 0) return 1;
  return Math.min(1, Math.max(0, (high - read(value)) / (high - low)));
}
