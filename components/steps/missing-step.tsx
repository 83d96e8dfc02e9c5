"use client";

import Link from "next/link";
import { useParams, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { buttonClass } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import { useAnswer } from "@/components/ui/use-answer";
import { formatCount } from "@/lib/view/format";
import { runHref } from "@/lib/view/run-links";
import { parseStepView, stepGroupsHref, stepHref, wholeStep } from "@/lib/view/step-page-view";
import { findRunName } from "@/lib/wire/run-name";
import { parseStepGroups } from "@/lib/wire/step-groups";

/** A step that was never heard of: the nearest ones that were. */
export function MissingStep() {
  const params = useParams();
  const search = useSearchParams();
  const run = findRunName(String(params["run"] ?? "")) ?? "";
  const step = Number(params["step"]);
  const view = useMemo(() => parseStepView(new URLSearchParams(search)), [search]);
  const { last } = useAnswer(Number.isSafeInteger(step) ? stepGroupsHref(run, step, view, 0) : null, parseStepGroups);
  const place = last?.place ?? null;
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
