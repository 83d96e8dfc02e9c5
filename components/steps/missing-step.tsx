"use client";

import Link from "next/link";
import { useParams, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import { readAnswer } from "@/components/ui/read-answer";
import { formatCount } from "@/lib/view/format";
import { runHref } from "@/lib/view/run-links";
import { parseStepView, stepGroupsHref, stepHref, wholeStep } from "@/lib/view/step-page-view";
import { type PlacedGroups, parseStepGroups } from "@/lib/wire/step-groups";

/** A step that was never heard of: the nearest ones that were. */
export function MissingStep() {
  const params = useParams();
  const search = useSearchParams();
  const run = decodeURIComponent(String(params["run"] ?? ""));
  const step = Number(params["step"]);
  const view = useMemo(() => parseStepView(new URLSearchParams(search)), [search]);
  const [place, setPlace] = useState<PlacedGroups["place"] | null>(null);
  useEffect(() => {
    if (!Number.isSafeInteger(step)) return;
    const asked = new AbortController();
    const read = async () => {
      const answer = await readAnswer(stepGroupsHref(run, step, view, 0), asked.signal, parseStepGroups);
      if (answer.as === "read") setPlace(answer.value.place);
    };
    read();
    return () => asked.abort();
  }, [run, step, view]);
  const isFiltered = JSON.stringify({ ...view, order: "name" }) !== JSON.stringify(wholeStep);
  return (
    <MessagePage
      headline={`Step ${String(params["step"])} was not heard of.`}
      actions={
        <>
          {place?.previous != null && (
            <Link href={stepHref(run, place.previous, view)} className={buttonClass()}>
              Step {formatCount(place.previous)}
            </Link>
          )}
          {place?.next != null && (
            <Link href={stepHref(run, place.next, view)} className={buttonClass()}>
              Step {formatCount(place.next)}
            </Link>
          )}
          <Link href={runHref(run)} className={buttonClass()}>
            The run
          </Link>
        </>
      }
    >
      <p>
        No rollout of it came in{isFiltered ? " that these filters let through" : ""}, and none was declared, or there
        is no such run. A step appears as soon as the first of its rollouts does.
      </p>
    </MessagePage>
  );
}
