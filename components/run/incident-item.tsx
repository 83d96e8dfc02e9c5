"use client";

import { memo, useEffect, useRef } from "react";
import { CsvButton } from "@/components/ui/csv-link";
import { KindName } from "@/components/ui/kind-name";
import { Name } from "@/components/ui/name";
import type { IncidentEntry, RewardTerm } from "@/lib/view/incident-entry";
import { incidentAnchor } from "@/lib/view/incident-links";
import { IncidentActs } from "./incident-acts";
import { OverrideList } from "./override-list";
import { type SentenceDoors, SentenceText } from "./sentence-text";

interface IncidentItemProps extends SentenceDoors {
  readonly run: string;
  readonly entry: IncidentEntry;
  readonly runbooks: Readonly<Record<string, string>>;
  /** Counts up each time that someone asks for this one; 0: nobody has. */
  readonly asked: number;
}

const tones = { critical: "text-critical", major: "text-warning", minor: "text-ink-2" } as const;
const standings = { open: null, ended: "ended", rolled_back: "rolled back", expected: "expected" } as const;

/** One incident: a line that tells it, and everything else behind that line. */
export const IncidentItem = memo(function IncidentItem({ run, entry, runbooks, asked, ...doors }: IncidentItemProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (asked === 0 || details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView({ block: "nearest" });
    details.current.querySelector("summary")?.focus({ preventScroll: true });
  }, [asked]);
  const { severity, severityName, standing, when, name, kind, environment, brief } = entry;
  const word = standings[standing];
  return (
    <li className="border-b border-hairline last:border-b-0">
      <details ref={details} id={incidentAnchor(entry.id)} className="group scroll-mt-4" data-incident={standing}>
        <summary className="py-2 text-sm leading-5 marker:text-ink-3">
          <span className={`font-semibold ${word === null ? tones[severity] : ""}`}>{severityName}</span>{" "}
          {kind === null ? <span className="font-medium">{name}</span> : <KindName kind={kind} limit={40} />}
          {environment !== null && (
            <>
              {" in "}
              <Name text={environment} limit={32} />
            </>
          )}
          <span className="block ps-4 text-xs text-ink-2">
            {when} · {brief}
            {word !== null && ` · ${word}`}
          </span>
        </summary>
        <div className="flex flex-col gap-3 pb-4 ps-4">
          <dl className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs leading-5">
            {entry.facts.map((fact) => (
              <div key={`${fact.label} ${fact.parts[0]?.text ?? ""}`} className="contents">
                <dt className="text-ink-2">{fact.label}</dt>
                <dd className="wrap-anywhere">
                  <SentenceText parts={fact.parts} {...doors} />
                </dd>
              </div>
            ))}
          </dl>
          {(entry.terms.length > 0 || entry.remark !== null) && (
            <div className="text-xs leading-5">
              {entry.terms.length > 0 && <Terms terms={entry.terms} name={[run, `incident ${entry.id}`]} />}
              {entry.remark !== null && <p className="pt-1 text-ink-2">{entry.remark}</p>}
            </div>
          )}
          <IncidentActs run={run} entry={entry} runbooks={runbooks} hrefOf={doors.hrefOf} />
          {entry.overrides.length > 0 && <OverrideList run={run} overrides={entry.overrides} />}
        </div>
      </details>
    </li>
  );
});

const termLooks = {
  term: "[&>th]:font-normal",
  part: "text-ink-2 [&>th]:ps-3 [&>th]:font-normal",
  sum: "font-semibold [&>*]:border-t",
} as const;

/** The change of the reward as a sum: what it is made of, and the line under it. */
function Terms({ terms, name }: { readonly terms: readonly RewardTerm[]; readonly name: readonly string[] }) {
  return (
    <table className="w-full max-w-64">
      <caption className="text-start text-ink-2">
        How the reward as scored changed{" "}
        <CsvButton
          label="How the reward as scored changed as CSV"
          name={[...name, "reward"]}
          toSheet={() => ({ columns: ["term", "change"], rows: terms.map(({ label, exact }) => [label, exact]) })}
        />
      </caption>
      <tbody>
        {terms.map(({ label, value, as }) => (
          <tr key={label} className={termLooks[as]}>
            <th scope="row" className="text-start">
              {label}
            </th>
            <td className="text-end">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
