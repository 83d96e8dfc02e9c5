/** Which incidents a browser tells a reader of, who asked for it: each once when it opens, and once when it gets worse. */
import { describeIncident } from "@/lib/core/detect/describe-incident";
import { rankSeverity, type Severity } from "@/lib/core/detect/severity";
import type { RunIncident } from "@/lib/core/run-incident";

/** An open incident that nobody expects, as far as a notice needs it. */
export interface NoticeSubject {
  readonly run: string;
  /** What the run is called. */
  readonly name: string;
  readonly incident: string;
  readonly severity: Severity;
  readonly words: string;
}

/** The open incidents of one run. */
export function toSubjects(run: string, name: string, incidents: readonly RunIncident[]): NoticeSubject[] {
  return incidents
    .filter(({ state, isExpected }) => state === "open" && !isExpected)
    .map((incident) => {
      const { id, severity } = incident;
      return { run, name, incident: id, severity, words: describeIncident(incident) };
    });
}

export interface Notice {
  /** The same for the same news, in whichever tab. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly run: string;
  readonly incident: string;
}

/** The worst that is known of each incident, by run and incident. */
export type KnownIncidents = ReadonlyMap<string, Severity>;

function toKey({ run, incident }: NoticeSubject): string {
  return JSON.stringify([run, incident]);
}

/** What is open when a page is opened is on it: it is known, and no news. */
export function knowIncidents(subjects: readonly NoticeSubject[], known: KnownIncidents = new Map()): KnownIncidents {
  const next = new Map(known);
  for (const subject of subjects) {
    const before = next.get(toKey(subject));
    if (before === undefined || rankSeverity(subject.severity) > rankSeverity(before))
      next.set(toKey(subject), subject.severity);
  }
  return next;
}

/** News among the open incidents: major and critical ones that are new, and any that got worse up to there. */
export function listNotices(subjects: readonly NoticeSubject[], known: KnownIncidents): Notice[] {
  return subjects.flatMap((subject): Notice[] => {
    const { run, name, incident, severity, words } = subject;
    const before = known.get(toKey(subject));
    const isNews = severity !== "minor" && (before === undefined || rankSeverity(severity) > rankSeverity(before));
    if (!isNews) return [];
    const tag = JSON.stringify([run, incident, severity]);
    return [{ tag, title: before === undefined ? name : `${name}: worse`, body: words, run, incident }];
  });
}
