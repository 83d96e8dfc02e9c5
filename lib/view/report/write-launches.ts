import type { ReportSection, ReportSentence } from "@/lib/core/report/document";
import { kindsOf } from "@/lib/core/report/figures";
import type { Segment } from "@/lib/core/run";
import type { RunIncident } from "@/lib/core/run-incident";
import { formatCount, formatNoun } from "../format";
import { nameIncident, nameSteps } from "./incident-past";
import { name, named, plain, type ReportContext, row, section, strong, table, time, withValues } from "./report-parts";

function startOf(segment: Segment): number {
  return segment.startedAt ?? segment.firstHeardAt;
}

function isAlike(a: RunIncident, b: RunIncident): boolean {
  if (a.environment !== b.environment) return false;
  return a.series === b.series || kindsOf(a).some((kind) => kindsOf(b).includes(kind));
}

/** Whether what had happened in an earlier launch happened again in a later one. */
function sayReturn(
  incident: RunIncident,
  launches: readonly Segment[],
  incidents: readonly RunIncident[],
): ReportSentence[] {
  const place = launches.findIndex(({ segment }) => segment === incident.segment);
  const later = launches.slice(place + 1).map(({ segment }) => segment);
  if (place < 0 || later.length === 0) return [];
  const again = incidents.find((one) => later.includes(one.segment) && isAlike(one, incident));
  const about: ReportSentence = [
    ...nameIncident(incident),
    plain(` of launch `),
    name(incident.segment),
    plain(`, ${nameSteps(incident)}, `),
  ];
  if (again === undefined)
    return [
      [
        ...about,
        strong("did not come back"),
        plain(
          ` in ${later.length === 1 ? "the launch" : `any of the ${formatCount(later.length)} launches`} after it.`,
        ),
      ],
    ];
  return [[...about, strong("came back"), plain(" in launch "), name(again.segment), plain(`, ${nameSteps(again)}.`)]];
}

/** Launches of the trainer, what each did again, and whether it helped. */
export function writeLaunches({ data }: ReportContext): ReportSection {
  const launches = data.detail.segments.toSorted((a, b) => startOf(a) - startOf(b));
  const title = "Launches and resumes";
  const [first] = launches;
  if (first === undefined) return section("launches", title, [[plain("No launch of the trainer was heard of.")]]);
  if (launches.length === 1) {
    return section("launches", title, [
      [plain("The run has one launch, "), name(first.segment), plain(": nothing was resumed, and no step ran again.")],
    ]);
  }
  const again = data.superseded.length;
  const head: ReportSentence = [
    strong(formatNoun(launches.length, "launch", "launches")),
    plain(
      again === 0
        ? ", and no step ran twice."
        : `; ${formatNoun(again, "step")} ran again in a newer one. What an older launch had there is kept, and counts in no current number.`,
    ),
  ];
  const told = data.incidents.toReversed().flatMap((incident) => sayReturn(incident, launches, data.incidents));
  const rows = launches.map((segment) => {
    const own = data.superseded.filter((step) => step.segment === segment.segment).length;
    const from = segment.fromStep ?? segment.firstStep;
    const incidents = data.incidents.filter((incident) => incident.segment === segment.segment).length;
    const began = startOf(segment);
    return withValues(
      row(
        [name(segment.segment)],
        [time(began)],
        from === null ? "" : formatCount(from),
        segment.supersededFrom === null ? "all of it counts" : `only below step ${formatCount(segment.supersededFrom)}`,
        formatCount(own),
        formatCount(incidents),
      ),
      ...[segment.segment, new Date(began).toISOString(), from, segment.supersededFrom, own, incidents],
    );
  });
  const columns = ["Launch", "Began", "#From step", "Counts", "#Steps run again", "#Incidents"];
  return section(
    "launches",
    title,
    [head, ...told],
    [
      named(
        table("Launches", columns, rows),
        ...["segment", "started_at", "from_step", "superseded_from", "superseded_steps", "incidents"],
      ),
    ],
  );
}
