import type { RunBand } from "@/lib/view/compare-overlay";

interface RunShadeProps {
  readonly bands: readonly RunBand[];
  readonly domain: readonly [number, number];
}

/** What is over, expected or rolled back is told apart by its edges. */
const looks = {
  open: "border-l",
  ended: "border-x",
  expected: "border-x border-dashed",
  rolled_back: "border-x border-dotted",
} as const;

/** Pixels from one run's bar to the next. */
const lane = 4;

/** Incidents of compared runs behind their lines: a bar in the run's own lane, and under it as much tint as lets lines be read. */
export function RunShade({ bands, domain }: RunShadeProps) {
  const place = (x: number) => Math.max(0, Math.min(1, (x - domain[0]) / (domain[1] - domain[0])));
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-(--plot-left) right-(--plot-right) overflow-hidden"
    >
      {bands.map(({ id, x, xEnd, run, colour, standing }) => {
        const left = place(x);
        const style = { left: `${left * 100}%`, width: `${(place(xEnd) - left) * 100}%` };
        return (
          <div key={id} data-run-shade={run}>
            <div
              className={`absolute inset-y-0 min-w-[2px] opacity-45 ${looks[standing]} ${x < domain[0] ? "border-l-0" : ""}`}
              style={{ ...style, borderColor: colour }}
            />
            <div className="absolute inset-y-0 min-w-[2px] opacity-[0.06]" style={{ ...style, background: colour }} />
            <div
              className="absolute h-[3px] min-w-[2px] opacity-85"
              style={{ ...style, background: colour, top: run * lane }}
            />
          </div>
        );
      })}
    </div>
  );
}
