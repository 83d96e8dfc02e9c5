"use client";

import Link from "next/link";
import { memo } from "react";
import { buttonClass } from "@/components/ui/button";
import { KindName } from "@/components/ui/kind-name";
import { keepMyName, readMyName } from "@/components/ui/my-name";
import type { IncidentEntry } from "@/lib/view/incident-entry";
import type { Counted } from "@/lib/view/run-links";
import { ActField, ActForm, readField } from "./act-form";
import type { RunAct } from "./send-act";

interface IncidentActsProps {
  readonly run: string;
  readonly entry: IncidentEntry;
  readonly runbooks: Readonly<Record<string, string>>;
  readonly hrefOf: (counted: Counted) => string;
}

/** What one can do about an incident: see its rollouts, read its runbook, overrule it. */
export const IncidentActs = memo(function IncidentActs({ run, entry, runbooks, hrefOf }: IncidentActsProps) {
  const { runbookKind, runbook, standing } = entry;
  return (
    <div className="flex flex-wrap items-center gap-2" data-incident-acts>
      <Link href={hrefOf(entry.rollouts)} prefetch={false} className={buttonClass("plain")}>
        Rollouts
      </Link>
      {runbook !== null && (
        <a href={runbook} target="_blank" rel="noreferrer" className={buttonClass("plain")}>
          Runbook
        </a>
      )}
      {standing !== "expected" && standing !== "rolled_back" && (
        <>
          <Overrule
            run={run}
            entry={entry}
            kind="accept"
            label="Accept as new normal"
            explained={`From ${entry.from} on this counts as how it should be: the baseline is learned anew, and what was an incident there is none.`}
          />
          <Overrule
            run={run}
            entry={entry}
            kind="expect"
            label="Mark as expected"
            explained="It stays on the charts, fainter, and counts in no verdict and no alert."
          />
        </>
      )}
      {runbookKind !== null && (
        <ActForm
          run={run}
          look="quiet"
          trigger={runbook === null ? "Set a runbook" : "Change runbook"}
          label={`${runbook === null ? "Set" : "Change"} the runbook of ${runbookKind}`}
          explained={
            <>
              What to do about <KindName kind={runbookKind} limit={40} />, as an address. It shows beside every incident
              of this kind in this run.
            </>
          }
          submit="Keep it"
          toAct={(fields) => toRunbookAct(runbooks, runbookKind, readField(fields, "url"))}
        >
          <ActField
            name="url"
            type="url"
            label="Address of the runbook; empty: none"
            placeholder="https://"
            defaultValue={runbook ?? undefined}
          />
        </ActForm>
      )}
    </div>
  );
});

function toRunbookAct(runbooks: Readonly<Record<string, string>>, kind: string, url: string | null): RunAct {
  const others = Object.entries(runbooks).filter(([name]) => name !== kind);
  return { as: "runbook", runbooks: Object.fromEntries(url === null ? others : [...others, [kind, url]]) };
}

interface OverruleProps extends Pick<IncidentActsProps, "run" | "entry"> {
  readonly kind: "accept" | "expect";
  readonly label: string;
  readonly explained: string;
}

function Overrule({ run, entry, kind, label, explained }: OverruleProps) {
  return (
    <ActForm
      run={run}
      look="button"
      trigger={label}
      label={`${label}: ${entry.name} ${entry.when}`}
      explained={explained}
      submit={label}
      toAct={(fields) => {
        const author = readField(fields, "author");
        keepMyName(author ?? "");
        return { as: "overrule", kind, incident: entry.id, note: readField(fields, "note"), author };
      }}
    >
      <ActField name="note" label="Why (kept with it, with the date)" />
      <ActField name="author" label="Your name" maxLength={200} defaultValue={readMyName()} />
    </ActForm>
  );
}
