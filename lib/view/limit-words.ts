/** A limit in the unit that it is set in, exactly: `32 MiB`, `1,000 B`. */
export function formatBinaryBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"] as const;
  let value = bytes;
  let unit: string = units[0];
  for (const next of units.slice(1)) {
    if (value < 1024 || value % 1024 !== 0) break;
    value /= 1024;
    unit = next;
  }
  return `${new Intl.NumberFormat("en-US").format(value)} ${unit}`;
}
