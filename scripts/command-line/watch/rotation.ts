/** Files that were put aside under a number or a date, as loggers and logrotate do. */
/** A file that was rotated away, as its name tells. */
interface Rotated {
  /** Where its lines were written first. */
  readonly base: string;
  /** The larger, the older. */
  readonly number: number | null;
  /** The larger, the newer. */
  readonly date: string | null;
  readonly isPacked: boolean;
}

const rotatedName =
  /^(?<base>.+[.](?:jsonl|ndjson))(?:[.](?<number>\d{1,5})|[.-](?<date>\d{4}-?\d{2}-?\d{2}[\dTZ:_.+-]*))(?<packed>[.](?:gz|bz2|xz|zst))?$/i;

/** @returns null for a name that says nothing of the sort. */
export function parseRotated(path: string): Rotated | null {
  const { base, number, date, packed } = rotatedName.exec(path)?.groups ?? {};
  if (base === undefined) return null;
  const told = { number: number === undefined ? null : Number(number), date: date ?? null };
  return { base, ...told, isPacked: packed !== undefined };
}

/** A place that lines of one base were written to. */
interface Aged {
  readonly path: string;
  readonly modifiedMs: number;
}

/** Sorts the oldest first: by what their names say, and where they say nothing alike by when they were written to. */
export function compareAge(a: Aged, b: Aged): number {
  const [one, other] = [parseRotated(a.path), parseRotated(b.path)];
  if (one === null || other === null) {
    if (one !== other) return one === null ? 1 : -1;
  } else if (one.number !== null && other.number !== null) return other.number - one.number;
  else if (one.date !== null && other.date !== null && one.date !== other.date) return one.date < other.date ? -1 : 1;
  return a.modifiedMs - b.modifiedMs;
}
