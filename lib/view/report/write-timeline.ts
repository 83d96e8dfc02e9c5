import type { IncidentEvent } from "@/lib/core/alerts/notice";
import type { Annotation } from "@/lib/core/annotation";
import type { IssueEvent } from "@/lib/core/issues/issue";
import type { RunOverride } from "@/lib/core/override";
import type { ReportNotice } from "@/lib/core/report/books";
import type { ReportPart, ReportSection, ReportSentence } from "@/lib/core/report/document";
import type { IncidentFigures } from "@/lib/core/report/figures";
import { quietAfterMs, type Segment } from "@/lib/core/run";
import type { RunIncident } from "@/lib/core/run-incident";
import { formatCount, formatNoun } from "../format";
import { writeDelaySteps } from "./detection-delay";
import { lastStepOf, nameIncident, nameSteps } from "./incident-past";
import { dim, name, plain, type ReportContext, section, strong, time } from "./report-parts";
import { StepClock, writePolicy } from "./step-clock";
import { type Moment, tabulateMoments } from "./timeline-table";

function listOnsets(incidents: readonly RunIncident[]): Moment[] {
  return incidents.flatMap((incident): Moment[] => {
    const { onset, onsetRange, onsetAt, severity } = incident;
    if (onset === null) return [];
    const range =
      onsetRange === null || onsetRange[0] === onsetRange[1]
        ? ""
        : `, by likelihood between step ${formatCount(onsetRange[0])} and ${formatCount(onsetRange[1])}`;
    const what: ReportSentence = [
      strong("It began"),
      plain(": "),
      ...nameIncident(incident),
      plain(` (${severity})${range}`),
    ];
    return [{ at: onsetAt, step: onset, policy: writePolicy(incident.policySteps), what }];
  });
}

const eventWords: Readonly<Record<IncidentEvent["event"], string>> = {
  opened: "Detection raised it",
  severity_rose: "It got worse",
  ended: "Detection called it over",
  rolled_back: "It was rolled back: a newer launch ran its steps again",
  withdrawn: "It was withdrawn: corrected rows, or a person, left nothing of it",
};

function sayEvent(event: IncidentEvent, incident: RunIncident | undefined): ReportSentence {
  const about: ReportPart[] =
    incident === undefined ? [plain("an incident that is no more")] : [...nameIncident(incident)];
  const delay =
    event.event === "opened" && incident?.opened != null && incident.onset !== null
      ? `, in step ${formatCount(incident.opened)}: ${writeDelaySteps(incident.opened - incident.onset)}`
      : "";
  return [strong(eventWords[event.event]), plain(": "), ...about, plain(` (${event.severity})${delay}`)];
}

const noticeWords: Readonly<Record<ReportNotice["state"], string>> = {
  sent: "A notice was sent to",
  waiting: "A notice waits for",
  given_up: "A notice never reached",
  collapsed: "A notice was told with another to",
  skipped: "No notice was sent to",
};

function toNoticeMoment(notice: ReportNotice, incidents: readonly RunIncident[]): Moment {
  const incident = incidents.find(({ id }) => id === notice.incident);
  const whom = notice.webhook === null ? plain("a receiver that was removed since") : name(notice.webhook);
  const tries = notice.attempts > 1 ? `, after ${formatNoun(notice.attempts, "try", "tries")}` : "";
  const about = incident === undefined ? [] : [plain(": "), ...nameIncident(incident)];
  return {
    at: notice.settledAt ?? notice.createdAt,
    step: null,
    policy: "",
    what: [
      strong(noticeWords[notice.state]),
      plain(" "),
      whom,
      ...about,
      dim(` (${notice.event.replace("_", " ")}${tries})`),
    ],
  };
}

function toAnnotationMoment({ step, toStep, at, text, kind, author, createdAt }: Annotation, clock: StepClock): Moment {
  const range = step !== null && toStep !== null && toStep !== step ? ` to step ${formatCount(toStep)}` : "";
  const label = kind === "note" ? "Note" : kind === "restart" ? "Restart" : "Curriculum";
  // One on a step happened when the step did; it is written down later.
  const happenedAt = at ?? (step === null ? createdAt : clock.timeOf(step));
  return {
    at: happenedAt,
    step,
    policy: "",
    what: [
      strong(`${label}${range}`),
      ...(author === null ? [] : [plain(" by "), name(author)]),
      plain(": "),
      name(text),
      ...(happenedAt === createdAt ? [] : [dim(" (written "), time(createdAt), dim(")")]),
    ],
  };
}

const overrideWords: Readonly<Record<RunOverride["kind"], string>> = {
  accept: "Accepted as the new normal",
  expect: "Marked as expected",
  sensitivity: "Sensitivity of detection was changed",
  runbook: "A runbook was set",
};

function toOverrideMoments(override: RunOverride, incidents: readonly RunIncident[]): Moment[] {
  const { kind, series, value, note, author, createdAt, withdrawnAt, step } = override;
  const incident = incidents.find(({ id }) => id === override.incident);
  const [first] = series;
  const about: ReportPart[] =
    incident !== undefined
      ? [...nameIncident(incident)]
      : value !== null
        ? [name(value)]
        : first === undefined
          ? []
          : [...nameIncident(first)];
  const by: ReportPart[] = author === null ? [] : [plain(", by "), name(author)];
  const why: ReportPart[] = note === null ? [] : [plain(": "), name(note)];
  const head = (text: string): ReportPart[] => [strong(text), ...(about.length === 0 ? [] : [plain(": "), ...about])];
  const moments: Moment[] = [{ at: createdAt, step, policy: "", what: [...head(overrideWords[kind]), ...by, ...why] }];
  if (withdrawnAt !== null) moments.push({ at: withdrawnAt, step, policy: "", what: head("That was withdrawn") });
  return moments;
}

/** @param isLate its rollouts were sent long after they ran: when it was heard of is not when it was launched. */
function toSegmentMoment(segment: Segment, isFirst: boolean, isLate: boolean): Moment {
  const step = segment.fromStep ?? segment.firstStep;
  const from = step === null ? "" : `, from step ${formatCount(step)}`;
  return {
    at: segment.startedAt ?? (isLate ? null : segment.firstHeardAt),
    step,
    policy: "",
    what: [
      strong(isFirst ? "The run was launched" : "It was launched again"),
      plain(": "),
      name(segment.segment),
      plain(from),
    ],
  };
}

function listEnds(figures: readonly IncidentFigures[]): Moment[] {
  return figures.flatMap(({ incident, lastAt }): Moment[] => {
    if (incident.onset === null || incident.state === "rolled_back") return [];
    const last = lastStepOf(incident);
    const words = incident.state === "open" ? "The last step heard of; it goes on" : "The last step of it";
    return [{ at: lastAt, step: last, policy: "", what: [strong(words), plain(": "), ...nameIncident(incident)] }];
  });
}

const decisions: Readonly<Partial<Record<IssueEvent["act"], string>>> = {
  acknowledge: "acknowledged",
  resolve: "resolved",
  ignore: "ignored",
  reopen: "reopened",
};

/** What people decided about the issues that the report shows. */
function listDecisions({ data }: ReportContext): Moment[] {
  return data.issues.flatMap(({ issue }) =>
    issue.history.flatMap(({ act, at, by }): Moment[] => {
      const past = decisions[act];
      if (past === undefined) return [];
      const who: ReportPart[] = by === null ? [] : [plain(" by "), name(by)];
      return [
        {
          at,
          step: null,
          policy: "",
          what: [strong(`Issue ${issue.id} was ${past}`), ...who, plain(": "), { as: "kind", text: issue.kind }],
        },
      ];
    }),
  );
}

/** By the clock, or that of their step; what has neither stands before the first that came at a later step. */
function order(moments: readonly Moment[], clock: StepClock): readonly Moment[] {
  const keyed = moments.map((moment) => {
    const { at, step } = moment;
    return { moment, key: at ?? (step === null ? null : clock.timeOf(step)) };
  });
  const placed = keyed
    .filter(({ key }) => key !== null)
    // What told no time happened before its step was over.
    .toSorted((a, b) => (a.key ?? 0) - (b.key ?? 0) || Number(a.moment.at !== null) - Number(b.moment.at !== null))
    .map(({ moment }) => moment);
  for (const { moment } of keyed.filter(({ key }) => key === null)) {
    const later = placed.findIndex(({ step }) => step !== null && moment.step !== null && step > moment.step);
    placed.splice(later < 0 ? placed.length : later, 0, moment);
  }
  return placed;
}

function sayProse({ data }: ReportContext, isEmpty: boolean): ReportSentence[] {
  const { figures, books, incidents } = data;
  if (incidents.length === 0)
    return [
      [
        plain(
          isEmpty
            ? "Nothing happened that detection, or a person, made a note of."
            : "Detection found nothing; the table has what else happened.",
        ),
      ],
    ];
  const sent = books.notices.filter(({ state }) => state === "sent");
  const [first] = sent;
  const told: ReportSentence =
    first === undefined
      ? [plain("Nobody was told by a notice: no receiver of notices wanted to hear of it, or none took one.")]
      : [
          plain(`${formatNoun(sent.length, "notice")} ${sent.length === 1 ? "was" : "were"} sent, the first at `),
          time(first.settledAt ?? first.createdAt),
          plain("."),
        ];
  const [worst] = figures;
  const late =
    worst !== undefined && worst.delay.ms === null && worst.delay.lagMs !== null
      ? [
          plain(
            " Rollouts were sent after they had run: their own clock says when it happened, this server's clock when it was noticed.",
          ),
        ]
      : [];
  const spans =
    figures.length < 2
      ? []
      : [
          plain(
            `${formatNoun(figures.length, "incident")}: ${figures.map(({ incident }) => nameSteps(incident)).join("; ")}. `,
          ),
        ];
  return [[...spans, ...told, ...late]];
}

/** What happened, in order: onsets, notices, what people did, launches and ends. */
export function writeTimeline(context: ReportContext): ReportSection {
  const { data, run } = context;
  const { detail, books, incidents, figures } = data;
  const launches = detail.segments.toSorted(
    (a, b) => (a.startedAt ?? a.firstHeardAt) - (b.startedAt ?? b.firstHeardAt),
  );
  const clock = new StepClock(data.steps);
  const [firstStep] = data.steps;
  const { finishedAt = null, firstSeenAt = null } = firstStep ?? {};
  const isLate = finishedAt !== null && firstSeenAt !== null && firstSeenAt - finishedAt > quietAfterMs;
  const last: Moment[] =
    detail.lastSeenAt === null
      ? []
      : [
          {
            at: detail.lastSeenAt,
            step: detail.lastStep,
            policy: "",
            what: [strong("The last rollout was heard of"), plain(`; the run is ${detail.state}`)],
          },
        ];
  const moments = [
    ...launches.map((segment, index) => toSegmentMoment(segment, index === 0, isLate)),
    ...listOnsets(incidents),
    ...books.events.map((event): Moment => {
      const incident = incidents.find(({ id }) => id === event.incident);
      return { at: event.at, step: event.step, policy: "", what: sayEvent(event, incident) };
    }),
    ...books.notices.map((notice) => toNoticeMoment(notice, incidents)),
    ...detail.annotations.map((annotation) => toAnnotationMoment(annotation, clock)),
    ...detail.overrides.flatMap((override) => toOverrideMoments(override, incidents)),
    ...listDecisions(context),
    ...listEnds(figures),
    ...last,
  ];
  const placed = order(moments, clock).map((moment) => {
    const { policy, step } = moment;
    return policy !== "" || step === null ? moment : { ...moment, policy: clock.policyOf(step) };
  });
  const isEmpty = placed.length === 0;
  return section("timeline", "Timeline", sayProse(context, isEmpty), isEmpty ? [] : [tabulateMoments(placed, run)]);
}
