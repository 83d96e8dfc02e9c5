import { formatCount } from "@/lib/view/format";
import type { BandLabels, IncidentBand } from "@/lib/view/incident-bands";

interface IncidentLabelsProps {
  readonly placed: BandLabels;
  /** Where a label leads: the incident, and the steps around it. */
  readonly hrefOf: (id: string) => string;
  /** Goes there without leaving the page. */
  readonly onIncident: (id: string) => void;
  /** Where those lead for which there is no room. */
  readonly allHref: string;
}

const incidentLine = 18;

const tones = {
  critical: "text-critical font-semibold",
  major: "text-warning font-semibold",
  minor: "text-ink-2 font-semibold",
} as const;

function toLook({ severity, standing }: IncidentBand): string {
  return standing === "expected" || standing === "rolled_back" ? "text-ink-2 italic" : tones[severity];
}

/** What each shading is, at its onset, each a door to its incident. */
export function IncidentLabels({ placed, hrefOf, onIncident, allHref }: IncidentLabelsProps) {
  const { labels, hidden } = placed;
  return (
    <ul
      data-chart-over
      aria-label="Incidents on the charts"
      className="pointer-events-none absolute inset-y-0 left-(--plot-left) right-(--plot-right) z-10 text-[11px] leading-4"
    >
      {labels.map(({ band, left, width, side, lane, goesBack }) => (
        <li
          key={band.id}
          className={`absolute flex ${side === "end" ? "justify-end" : ""}`}
          style={{ left, width, top: lane * incidentLine }}
          data-incident-label={band.id}
        >
          <a
            href={hrefOf(band.id)}
            title={band.title}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onIncident(band.id);
            }}
            className={`pointer-events-auto min-w-0 truncate rounded-sm bg-paper/85 px-1 hover:underline ${toLook(band)}`}
            style={{ color: band.colour }}
          >
            {goesBack && <span aria-hidden>‹ </span>}
            <bdi>{band.label}</bdi>
          </a>
        </li>
      ))}
      {hidden.length > 0 && (
        <li className="absolute right-0" style={{ top: placed.lanes * incidentLine }}>
          <a
            href={allHref}
            className="pointer-events-auto block rounded-sm bg-paper/85 px-1 font-semibold text-ink-2 hover:underline"
          >
            and {formatCount(hidden.length)} more
          </a>
        </li>
      )}
    </ul>
  );
}
