"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { formatCount, formatNoun } from "@/lib/view/format";
import { runHref } from "@/lib/view/run-links";
import type { WireRun } from "@/lib/wire/run";
import type { WireRemoval } from "@/lib/wire/run-removal";
import { ArchiveSection } from "./archive-section";
import { DescribeForm } from "./describe-form";
import { RemovalSection } from "./removal-section";
import { useRunStanding } from "./use-run-standing";
import { WaitingRun } from "./waiting-run";

interface RunSettingsProps {
  /** null: it waits for its removal. */
  readonly run: WireRun | null;
  readonly removal: WireRemoval;
  readonly projects: readonly string[];
}

/** What is said about a run, whether it is put away, and how it goes. */
export function RunSettings({ run: initial, removal: initialRemoval, projects }: RunSettingsProps) {
  const router = useRouter();
  const [run, setRun] = useState(initial);
  const [removal, setRemoval] = useState(initialRemoval);
  const isHere = run !== null && removal.due_at === null;
  // What became of it elsewhere; what was done here is known already.
  useRunStanding(removal.run, ({ as }) => {
    if (as === "gone" || (as === "here") !== isHere) router.refresh();
  });
  if (run === null || removal.due_at !== null) {
    return (
      <WaitingRun
        removal={removal}
        onBack={() => {
          router.push(runHref(removal.run));
          router.refresh();
        }}
      />
    );
  }
  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Name text={run.name ?? run.run} limit={64} className="font-medium text-ink" />
        {": "}
        {formatNoun(run.rollouts, "rollout")}
        {run.last_step !== null && <> through step {formatCount(run.last_step)}</>}, {run.state}
        {run.archived_at !== null && <strong className="font-semibold text-ink">, archived</strong>}.
      </h1>
      <p className="mt-2 text-sm">
        <Link href={runHref(run.run)}>Back to the run</Link>
      </p>
      <div className="mt-9 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10">
          <section aria-label="What it is called">
            <SectionHeading>What it is called</SectionHeading>
            <DescribeForm run={run} projects={projects} onKept={setRun} />
            <p className="max-w-xl text-sm text-ink-2">
              In addresses and for senders it is <Name text={run.run} limit={200} mono />. If it changed, a trainer that
              goes on under it would begin a second run, and links to this one would lead nowhere: so it stays.
            </p>
          </section>
          <ConfigSection run={run} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <ArchiveSection run={run} onKept={setRun} />
          <RemovalSection removal={removal} isLive={run.state === "live"} onAsked={setRemoval} />
        </div>
      </div>
    </>
  );
}

/** The trainer's own settings, as it sent them. */
function ConfigSection({ run }: { readonly run: WireRun }) {
  return (
    <section aria-label="Configuration" className="min-w-0">
      <SectionHeading remark={run.config === null ? undefined : "as the trainer sent it"}>Configuration</SectionHeading>
      {run.config === null ? (
        <p className="max-w-xl py-3 text-sm text-ink-2">
          None was sent. A trainer sends its settings as <code>config</code> when it describes the run.
        </p>
      ) : (
        <div className="py-3">
          <CodeBlock label="config" code={JSON.stringify(run.config, null, 2)} />
        </div>
      )}
    </section>
  );
}
