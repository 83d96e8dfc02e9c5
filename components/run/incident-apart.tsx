"use client";

import Link from "next/link";
import { memo, useEffect, useState } from "react";
import { Name } from "@/components/ui/name";
import { Phrase } from "@/components/ui/phrase";
import { type Answer, readAnswer } from "@/components/ui/read-answer";
import type { IssueDifference } from "@/lib/core/issues/issue-difference";
import type { RunIncident } from "@/lib/core/run-incident";
import { incidentDifferenceHref } from "@/lib/view/incident-links";
import { sayCompared, sayDifference, separatingLabel } from "@/lib/view/issue-difference-words";
import { runHref } from "@/lib/view/run-links";
import type { RunView } from "@/lib/view/run-view";
import { parseIssueDifference } from "@/lib/wire/issue-difference";

interface IncidentApartProps {
  readonly run: string;
  readonly incident: RunIncident;
  readonly view: RunView;
}

/** What sets an incident's rollouts apart: worked out when it is looked at, and again when it has gone on for a step. */
export const IncidentApart = memo(function IncidentApart({ run, incident, view }: IncidentApartProps) {
  const href = incidentDifferenceHref(run, incident);
  const [answer, setAnswer] = useState<{ readonly id: string; readonly is: Answer<IssueDifference> } | null>(null);

  useEffect(() => {
    if (href === null) return;
    const controller = new AbortController();
    void readAnswer(href, controller.signal, parseIssueDifference).then((is) => {
      if (!controller.signal.aborted) setAnswer({ id: incident.id, is });
    });
    return () => controller.abort();
  }, [href, incident.id]);

  if (href === null) return null;
  const is = answer?.id === incident.id ? answer.is : null;
  return (
    <p role="status" className="min-h-5 pb-4 text-sm text-ink-2" data-incident-apart={incident.id}>
      {is === null ? "Comparing them with the others of the same steps…" : null}
      {is?.as === "read" && <Found run={run} found={is.value} view={view} />}
      {is !== null &&
        is.as !== "read" &&
        "What sets them apart did not come back; it is asked for again with the next step."}
    </p>
  );
});

function Found({
  run,
  found,
  view,
}: {
  readonly run: string;
  readonly found: IssueDifference;
  readonly view: RunView;
}) {
  const label = separatingLabel(found);
  return (
    <span title={sayCompared(found)}>
      <Phrase parts={sayDifference(found)} />
      {label !== null && (
        <>
          {" "}
          <Link href={runHref(run, { ...view, labels: [label] })} className="text-link underline">
            Only <Name text={`${label[0]} ${label[1]}`} limit={40} />
          </Link>
        </>
      )}
    </span>
  );
}
