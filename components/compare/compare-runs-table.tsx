import Link from "next/link";
import { Name } from "@/components/ui/name";
import { StatusDot } from "@/components/ui/status-dot";
import { VerdictMark } from "@/components/ui/verdict-mark";
import type { ComparedRun, Comparison } from "@/lib/core/compare/comparison";
import { wordsOfSeries } from "@/lib/core/detect/incident-words";
import { displayFailureKind } from "@/lib/core/failure-kind";
import { runMark } from "@/lib/view/compare-marks";
import { type CompareView, compareViewHref } from "@/lib/view/compare-view";
import { nameRun } from "@/lib/view/compare-words";
import { formatCount, formatNoun, visibleText } from "@/lib/view/format";
import { incidentAnchor } from "@/lib/view/incident-links";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { runHref } from "@/lib/view/run-links";
import { verdictWords } from "@/lib/view/verdict-words";
import { LineMark } from "./line-mark";

/** Where on the page the runs are named, with the incident of each. */
export const comparedRunsId = "compared-runs";

interface CompareRunsTableProps {
  readonly comparison: Comparison;
  readonly view: CompareView;
}

/** The runs by name, line and state: which steps of each are counted, and the incident that it is aligned by. */
export function CompareRunsTable({ comparison, view }: CompareRunsTableProps) {
  const { runs, baseline } = comparison;
  return (
    <table id={comparedRunsId} className="grid-table mt-6 scroll-mt-4" data-compared-runs>
      <caption className="sr-only">Compared runs</caption>
      <thead>
        <tr>
          <th scope="col">run</th>
          <th scope="col" className="hidden md:table-cell">
            verdict
          </th>
          <th scope="col">counted</th>
          <th scope="col" className="hidden sm:table-cell">
            incident
          </th>
          <th scope="col" className="numeric">
            <span className="sr-only">change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run, index) => (
          <tr key={run.run}>
            <td>
              <span className="flex min-w-0 items-center gap-2">
                <LineMark mark={runMark(index)} />
                <Link href={runHref(run.run)} prefetch={false} className="quiet-link min-w-0 font-medium">
                  <Name text={nameRun(runs, run)} limit={56} />
                </Link>
              </span>
            </td>
            <td className="hidden md:table-cell">
              <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-2">
                <VerdictMark verdict={run.verdict} />
                {verdictWords[run.verdict].name}
                <StatusDot status={run.state} />
                {run.state}
              </span>
            </td>
            <td>
              <Counted run={run} view={view} />
            </td>
            <td className="hidden sm:table-cell">
              <Incident run={run} />
            </td>
            <td className="numeric">
              <Changes view={view} run={run.run} isBaseline={index === baseline} many={runs.length > 1} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Counted({ run, view }: { readonly run: ComparedRun; readonly view: CompareView }) {
  const { counted } = run;
  if (counted === null) return <span className="text-ink-2">{run.origin === null ? "left out" : "no steps"}</span>;
  const { from, to } = counted;
  const steps = from === to ? `step ${formatCount(from)}` : `steps ${formatCount(from)}–${formatCount(to)}`;
  return (
    <>
      <span className="whitespace-nowrap">{steps}</span>{" "}
      <Link
        href={rolloutsHref(run.run, { ...view, segment: null }, { steps: { from, to } })}
        prefetch={false}
        className="quiet-link whitespace-nowrap text-ink-2"
      >
        {formatNoun(run.received, "rollout")}
      </Link>
    </>
  );
}

function Incident({ run }: { readonly run: ComparedRun }) {
  const { incident } = run;
  if (incident === null) return <span className="text-ink-2">none</span>;
  const { name, kind } = wordsOfSeries(incident.series);
  const shown = visibleText(kind === null ? name : displayFailureKind(kind));
  return (
    <Link href={`${runHref(run.run)}#${incidentAnchor(incident.id)}`} prefetch={false} className="quiet-link">
      {incident.severity} since step {formatCount(incident.onset)}: <bdi>{shown}</bdi>
    </Link>
  );
}

interface ChangesProps {
  readonly view: CompareView;
  readonly run: string;
  readonly isBaseline: boolean;
  readonly many: boolean;
}

/** Links, so that they work before any script does. */
function Changes({ view, run, isBaseline, many }: ChangesProps) {
  if (!many) return null;
  const others = view.runs.filter((other) => other !== run);
  const link = "quiet-link text-sm text-ink-2 hover:text-ink";
  return (
    <span className="inline-flex gap-3">
      {isBaseline ? (
        <span className="text-sm text-ink-2">baseline</span>
      ) : (
        <Link href={compareViewHref({ ...view, baseline: run })} scroll={false} prefetch={false} className={link}>
          <span className="sr-only">Make {visibleText(run)} the </span>baseline
        </Link>
      )}
      <Link
        href={compareViewHref({ ...view, runs: others, baseline: view.baseline === run ? null : view.baseline })}
        scroll={false}
        prefetch={false}
        className={link}
      >
        remove<span className="sr-only"> {visibleText(run)}</span>
      </Link>
    </span>
  );
}
