"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { RunSnapshot } from "@/lib/core/snapshot";
import { incidentAnchor, stepsAround } from "@/lib/view/incident-links";
import { runHref } from "@/lib/view/run-links";
import type { RunView } from "@/lib/view/run-view";

interface IncidentDoors {
  /** The incident that was last asked for, and how often one was: asking again opens it again. */
  readonly asked: { readonly id: string; readonly times: number } | null;
  /** Opens an incident in the panel. */
  readonly onIncident: (id: string) => void;
  /** The same, with the steps around it shown. */
  readonly onLabel: (id: string) => void;
  /** Where that is, for another tab; null: where all incidents are. */
  readonly incidentHref: (id: string | null) => string;
}

/** The ways to an incident: from the sentence, from its label on the charts, and from the address. */
export function useIncidentDoors(
  run: string,
  snapshot: Pick<RunSnapshot, "incidents" | "firstStep" | "lastStep">,
  view: RunView,
  setView: (view: RunView) => void,
): IncidentDoors {
  const [asked, setAsked] = useState<IncidentDoors["asked"]>(null);
  const latest = useRef({ snapshot, view });
  useEffect(() => {
    latest.current = { snapshot, view };
  }, [snapshot, view]);

  const onIncident = useCallback((id: string) => {
    setAsked((before) => ({ id, times: (before?.times ?? 0) + 1 }));
  }, []);

  const viewOf = useCallback((id: string): RunView => {
    const now = latest.current;
    const incident = now.snapshot.incidents.find((one) => one.id === id);
    const range = incident === undefined ? null : stepsAround(incident, now.snapshot);
    return range === null ? now.view : { ...now.view, steps: { kind: "range", ...range } };
  }, []);

  // A pasted link, or a notice, names its incident in the address.
  useEffect(() => {
    const follow = () => {
      const found = latest.current.snapshot.incidents.find(({ id }) => location.hash === `#${incidentAnchor(id)}`);
      if (found !== undefined) onIncident(found.id);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [onIncident]);

  const onLabel = useCallback(
    (id: string) => {
      setView(viewOf(id));
      onIncident(id);
    },
    [setView, viewOf, onIncident],
  );
  const incidentHref = (id: string | null) => {
    if (id === null) return "#incidents";
    const incident = snapshot.incidents.find((one) => one.id === id);
    const range = incident === undefined ? null : stepsAround(incident, snapshot);
    const shown: RunView = range === null ? view : { ...view, steps: { kind: "range", ...range } };
    return `${runHref(run, shown)}#${incidentAnchor(id)}`;
  };
  return { asked, onIncident, onLabel, incidentHref };
}
