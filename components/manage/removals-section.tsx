"use client";

import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { formatBytes, formatNoun } from "@/lib/view/format";
import { runHref } from "@/lib/view/run-links";
import type { WireRemoval } from "@/lib/wire/run-removal";
import { manageApi } from "./manage-api";

/** Runs that are hidden and wait to go for good, each with a way back. Nothing where none does. */
export function RemovalsSection({ removals: initial }: { readonly removals: readonly WireRemoval[] }) {
  const [removals, setRemovals] = useState(initial);
  const { isBusy, error, act } = useAct();
  if (initial.length === 0) return null;

  async function bringBack(run: string) {
    await manageApi.bringBack(run);
    setRemovals((before) => before.filter((removal) => removal.run !== run));
  }

  return (
    <section aria-label="Runs being removed" className="mt-12">
      <SectionHeading remark={formatNoun(removals.length, "run")}>Runs being removed</SectionHeading>
      <ul>
        {removals.map(({ run, name, contents, due_at: dueAt }) => (
          <li
            key={run}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2 text-sm"
          >
            <span className="min-w-0">
              <Link href={`${runHref(run)}/settings`} className="font-medium">
                <Name text={name ?? run} limit={64} />
              </Link>
              <span className="block text-ink-2">
                {formatNoun(contents.rollouts, "rollout")}, {formatBytes(contents.bytes)}; goes for good{" "}
                {dueAt !== null && <Time at={Date.parse(dueAt)} as="minute" />}
              </span>
            </span>
            <Button disabled={isBusy} onClick={() => act(() => bringBack(run))}>
              Bring it back
            </Button>
          </li>
        ))}
      </ul>
      {removals.length === 0 && <p className="py-3 text-sm text-ink-2">None any more.</p>}
      <p role="alert" className="mt-2 text-sm text-critical empty:hidden">
        {error}
      </p>
    </section>
  );
}
