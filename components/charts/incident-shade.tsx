import type { IncidentBand } from "@/lib/view/incident-bands";

interface IncidentShadeProps {
  readonly bands: readonly IncidentBand[];
  readonly domain: readonly [number, number];
}

/** By severity; what is over, expected or rolled back is told apart by its edge and its pattern as well. */
const tones = {
  critical: "[--tone:var(--critical)]",
  major: "[--tone:var(--warning)]",
  minor: "[--tone:var(--ink-3)]",
} as const;

const looks = {
  open: "border-l-[1.5px] incident-shade",
  ended: "border-r border-l-[1.5px] incident-shade",
  expected: "border-x border-dashed incident-shade-faint",
  rolled_back: "border-x border-dotted incident-shade-faint",
} as const;

/** Incidents behind a chart's marks, from onset to end. */
export function IncidentShade({ bands, domain }: IncidentShadeProps) {
  const place = (x: number) => Math.max(0, Math.min(1, (x - domain[0]) / (domain[1] - domain[0])));
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-(--plot-left) right-(--plot-right) overflow-hidden"
    >
      {bands.map(({ id, x, xEnd, severity, standing }) => {
        const left = place(x);
        return (
          <div
            key={id}
            data-incident-shade={standing}
            className={`absolute inset-y-0 min-w-[2px] border-(--tone) ${tones[severity]} ${looks[standing]} ${x < domain[0] ? "border-l-0" : ""}`}
            style={{ left: `${left * 100}%`, width: `${(place(xEnd) - left) * 100}%` }}
          />
        );
      })}
    </div>
  );
}
