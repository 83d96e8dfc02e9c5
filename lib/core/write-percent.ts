/** A decimal without the zeros at its end: `15`, `15.4`. */
export function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * A fraction as a percentage: `92%`, `15.4%`, `0.3%`, `0.02%`. Something is never written as nothing, nor almost all as
 * all: 1 in 1,000,000 is `<0.01%`, 9,999 in 10,000 is `99.99%`.
 */
export function writePercent(fraction: number): string {
  const percent = fraction * 100;
  const size = Math.abs(percent);
  const sign = percent < 0 ? "−" : "";
  if (size === 0) return "0%";
  if (size < 0.01) return `${sign}<0.01%`;
  if (size < 0.1) return `${sign}${trimZeros(size.toFixed(2))}%`;
  if (size > 99.99 && size < 100) return `${sign}>99.99%`;
  if (size > 99.5 && size < 100) return `${sign}${trimZeros(size.toFixed(2))}%`;
  return `${sign}${trimZeros(size.toFixed(size < 20 ? 1 : 0))}%`;
}
