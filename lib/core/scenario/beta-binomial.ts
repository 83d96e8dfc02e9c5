import type { Random } from "./random";

/** A standard normal number (Box and Muller 1958). */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** A Gamma(shape, 1) number (Marsaglia and Tsang 2000; below 1 by their boost). */
export function drawGamma(random: Random, shape: number): number {
  if (!(shape > 0 && Number.isFinite(shape))) throw new RangeError(`a gamma's shape must be above 0, not ${shape}`);
  if (shape < 1) return drawGamma(random, shape + 1) * (1 - random.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = drawNormal(random);
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** How many of `n` happen, each with probability `p`. */
export function drawBinomial(random: Random, n: number, p: number): number {
  let x = 0;
  for (let trial = 0; trial < n; trial++) if (random.chance(p)) x++;
  return x;
}

/**
 * How many of `n` happen where they resemble each other: any two have correlation `rho`. The probability is drawn anew
 * from Beta(p (1 − ρ) / ρ, (1 − p) (1 − ρ) / ρ) for each count.
 */
export function drawBetaBinomial(random: Random, n: number, p: number, rho: number): number {
  if (!(rho >= 0 && rho < 1)) throw new RangeError(`a correlation must be in [0, 1), not ${rho}`);
  if (rho === 0 || p <= 0 || p >= 1) return drawBinomial(random, n, p);
  const weight = (1 - rho) / rho;
  const yes = drawGamma(random, p * weight);
  const no = drawGamma(random, (1 - p) * weight);
  return drawBinomial(random, n, yes / (yes + no));
}
