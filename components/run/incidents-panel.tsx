"use client";

import Link from "next/link";
import { memo, type ReactNode, useState } from "react";
import { CsvLink } from "@/components/ui/csv-link";
import { SectionHeading } from "@/components/ui/section-heading";
import { Select } from "@/components/ui/select";
import { sensitivityNames } from "@/lib/core/detect/sensitivity";
import type { RunDetail } from "@/lib/core/run";
import { formatCount } from "@/lib/view/format";
import type { IncidentEntry } from "@/lib/view/incident-entry";
import { reportHref } from "@/lib/view/report/report-view";
import { runHref } from "@/lib/view/run-links";
import { IncidentItem } from "./incident-item";
import { OverrideList } from "./override-list";
import { sendAct } from "./send-act";
import type { SentenceDoors } from "./sentence-text";

interface IncidentsPanelProps extends SentenceDoors {
  readonly run: string;
  readonly runbooks: RunDetail["settings"]["runbooks"];
  readonly sensitivity: RunDetail["settings"]["sensitivity"];
  readonly overrides: RunDetail["overrides"];
  /** Newest first. */
  readonly entries: readonly IncidentEntry[];
  /** The incident that was last asked for, and how often one was. */
  readonly asked: { readonly id: string; readonly times: number } | null;
  /** What else one can choose about them. */
  readonly children: ReactNode;
}

/** What detection found, newest first, and how it is overruled. */
export const IncidentsPanel = memo(function IncidentsPanel(props: IncidentsPanelProps) {
  const { run, runbooks, sensitivity, overrides, entries, asked, children, ...doors } = props;
  const open = entries.filter(({ standing }) => standing === "open").length;
  const others = overrides.filter((override) => !entries.some((entry) => entry.overrides.includes(override)));
  return (
    <section aria-label="Incidents" id="incidents" className="scroll-mt-4">
      <SectionHeading
        remark={
          <>
            {entries.length > 0 && (
              <CsvLink href={`/api/v1${runHref(run)}/incidents.csv`} label="Incidents of this run as CSV" />
            )}{" "}
            {entries.length === 0 ? "none" : open === 0 ? "none open" : `${formatCount(open)} open`}
          </>
        }
      >
        Incidents
      </SectionHeading>
      {entries.length === 0 ? (
        <p className="py-2 text-sm leading-5 text-ink-2">
          No incident so far. Watched, from the 6th complete step on, over the whole run and in each environment: every
          failure kind, any failure, masked, no result, missing, lost attempts, truncated, suspected false zeros, zero
          rewards, and the reward.
        </p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <IncidentItem
              key={entry.id}
              run={run}
              entry={entry}
              runbooks={runbooks}
              asked={asked?.id === entry.id ? asked.times : 0}
              {...doors}
            />
          ))}
        </ul>
      )}
      {entries.length > 0 && (
        <p className="pt-2 text-sm">
          <Link href={reportHref(run)} prefetch={false} className="text-link underline">
            Post-mortem
          </Link>
          <span className="text-ink-2">: the whole story, to edit, print and send</span>
        </p>
      )}
      <div className="-ms-2 flex flex-wrap items-center gap-x-4 pt-1">
        <SensitivityChoice run={run} sensitivity={sensitivity} />
        {children}
      </div>
      {others.length > 0 && (
        <details className="pt-1">
          <summary className="text-xs text-ink-2 hover:text-ink">
            What people changed ({formatCount(others.length)})
          </summary>
          <div className="pt-1.5">
            <OverrideList run={run} overrides={others.toReversed()} />
          </div>
        </details>
      )}
    </section>
  );
});

interface SensitivityChoiceProps {
  readonly run: string;
  readonly sensitivity: RunDetail["settings"]["sensitivity"];
}

function SensitivityChoice({ run, sensitivity }: SensitivityChoiceProps) {
  const [error, setError] = useState<string | null>(null);
  return (
    <div>
      <Select
        label="sensitivity"
        value={sensitivity}
        neutral="normal"
        options={sensitivityNames.map((value) => ({ value, label: value }))}
        onChange={async (value) => setError(await sendAct(run, { as: "sensitivity", sensitivity: value }))}
      />
      {error !== null && (
        <p role="alert" className="ps-2 text-xs text-critical">
          {error}
        </p>
      )}
    </div>
  );
}
