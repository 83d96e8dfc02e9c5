"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { StepAnnotations } from "@/components/annotations/step-annotations";
import { RewardHistogram } from "@/components/charts/reward-histogram";
import { Button, buttonClass } from "@/components/ui/button";
import { CsvLink } from "@/components/ui/csv-link";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { Phrase } from "@/components/ui/phrase";
import { ReconstructionNote } from "@/components/ui/reconstruction-note";
import { SectionHeading } from "@/components/ui/section-heading";
import { Segmented } from "@/components/ui/segmented";
import { useServerAway } from "@/components/ui/server-reach";
import { groupOrders } from "@/lib/core/step-groups";
import { viewTrainer } from "@/lib/core/trainer-view";
import { nameFile, toCaptioned, writeChartCaption } from "@/lib/view/chart-caption";
import { groupTableHref } from "@/lib/view/csv-links";
import { formatCount, formatNoun } from "@/lib/view/format";
import { describeTrainer, toGroupMap } from "@/lib/view/group-map-model";
import { toHistogram } from "@/lib/view/histogram-model";
import { runHref } from "@/lib/view/run-links";
import { toStepPage } from "@/lib/view/step-page-model";
import { type StepView, stepHref, stepRolloutsHref } from "@/lib/view/step-page-view";
import { toRewardSheet } from "@/lib/view/step-sheets";
import type { StepReading } from "@/lib/wire/step-groups";
import { GroupMap } from "./group-map";
import { StepFilters } from "./step-filters";
import { useStepKeys } from "./step-keys";
import { KindMatrix, StepCoverage, StepEnvironments, StepFacts } from "./step-sums";
import { useLiveStep } from "./use-live-step";

interface StepPageProps {
  readonly run: string;
  readonly step: number;
  readonly view: StepView;
  readonly first: StepReading;
}

const orderOptions = groupOrders.map((value) => ({ value, label: value === "name" ? "by name" : "most lost first" }));

/** One step: what became of its rollouts, group by group, live. */
export function StepPage({ run, step, view, first }: StepPageProps) {
  const router = useRouter();
  const isServerAway = useServerAway() !== null;
  const { reading, isLost, isGone, isLoading, loadMore } = useLiveStep(run, step, view, first);
  const { summary, about, placed } = reading;
  const { groups, place } = placed;
  const { settings } = about;
  const model = useMemo(() => {
    const trainer = viewTrainer(about.settings, about.inference);
    const page = toStepPage(summary, groups, trainer, about.settings.rewardRange);
    return {
      trainer,
      page,
      histogram: toHistogram(groups.rewards, page.inPercent),
      map: toGroupMap({
        groups: groups.groups,
        isAll: groups.next === null,
        groupSize: about.settings.groupSize,
        largest: groups.largest,
        unknown: summary.unknown,
        rules: about.settings,
        trainer,
        inPercent: page.inPercent,
      }),
    };
  }, [summary, groups, about]);
  const { page, map, histogram, trainer } = model;
  const previous = place.previous === null ? null : stepHref(run, place.previous, view);
  const next = place.next === null ? null : stepHref(run, place.next, view);
  useStepKeys(previous, next);
  const here = { from: step, to: step };
  const fileName = nameFile(run, view, here);
  const saved = {
    fileName,
    toCaption: () => {
      const told = { detail: { run, settings }, revision: reading.revision };
      return writeChartCaption(toCaptioned(told, view, { buckets: [here], width: 1 }), location.href, Date.now());
    },
  };
  const hrefOf = (counted: Parameters<typeof stepRolloutsHref>[3]) => stepRolloutsHref(run, step, view, counted);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Runs", href: "/" },
          { label: settings.title ?? run, href: runHref(run) },
          { label: `Step ${formatCount(step)}` },
        ]}
        actions={
          <nav aria-label="Steps" className="flex items-center gap-1">
            <StepLink href={previous} label={place.previous} direction="previous" />
            <StepLink href={next} label={place.next} direction="next" />
          </nav>
        }
      >
        {summary.complete ? (
          <span>complete</span>
        ) : (
          <span>
            filling · {formatCount(summary.received)} of {formatCount(summary.expected)} in
          </span>
        )}
        <ReconstructionNote tags={settings.tags} />
      </PageHeader>
      <PageMain>
        <div role="status" className="text-sm">
          {isLost && !isServerAway && (
            <p className="mb-4 bg-critical-soft px-3 py-2">
              Connection lost. What you see is from before; the page tries again by itself and then catches up.
            </p>
          )}
          {isGone && (
            <p className="mb-4 bg-critical-soft px-3 py-2">
              This step is no more: its rollouts were deleted, or a newer launch ran it again. What you see is what was
              last known of it.
            </p>
          )}
        </div>
        <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
          <span className="font-semibold text-ink">Step {formatCount(step)}: </span>
          <Phrase parts={page.sentence} />
        </h1>
        <p className="mt-2 mb-4 max-w-4xl text-ink-2">{page.learning}</p>
        <StepFacts facts={page.facts} hrefOf={hrefOf} />
        <StepFilters
          view={view}
          place={place}
          environments={about.environments}
          hrefOf={(to) => stepHref(run, step, to)}
        />
        <div className="mt-3 grid gap-x-11 gap-y-9 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,23rem)]">
          <section aria-label="Groups" className="min-w-0">
            <SectionHeading
              remark={
                <span className="flex items-center gap-2">
                  {groups.total > 0 && (
                    <CsvLink href={groupTableHref(run, step, view)} label="The groups of this step as CSV" />
                  )}
                  {groups.total > 1 && (
                    <Segmented
                      label="Order of the groups"
                      value={view.order}
                      options={orderOptions}
                      onChange={(order) => router.replace(stepHref(run, step, { ...view, order }), { scroll: false })}
                    />
                  )}
                </span>
              }
            >
              {formatNoun(groups.total, "group")}
            </SectionHeading>
            <p className="pt-2 text-xs text-ink-2">
              Advantages of the evidence, in the trainer’s world → on evidence only. {describeTrainer(trainer)}
            </p>
            {groups.total === 0 ? (
              <p className="py-6 text-ink-2">
                {summary.received > 0
                  ? "The rollouts of this step were removed by a rule of retention. What was counted of them stands beside, and is final."
                  : "No rollout of this step was heard of yet. They appear here as they come."}
              </p>
            ) : (
              <GroupMap
                model={map}
                rest={page.rest}
                withEnvironment={groups.environments.length > 1}
                hrefOf={({ group, environment }) => hrefOf({ group, environment })}
              />
            )}
            {groups.next !== null && (
              <div className="border-t border-hairline pt-3">
                <Button onClick={loadMore} disabled={isLoading}>
                  Show more: {formatCount(groups.total - groups.groups.length)} of {formatNoun(groups.total, "group")}{" "}
                  are not shown
                </Button>
              </div>
            )}
          </section>
          <aside className="flex min-w-0 flex-col gap-8">
            <StepCoverage summary={summary} rest={page.rest} hrefOf={hrefOf} fileName={fileName} />
            <KindMatrix rows={page.kinds} hrefOf={hrefOf} fileName={fileName} />
            <section aria-label="Rewards">
              {histogram === null ? (
                <>
                  <SectionHeading>Rewards</SectionHeading>
                  <p className="pt-2 text-sm text-ink-2">No rollout of this step has a reward.</p>
                </>
              ) : (
                <RewardHistogram model={histogram} saved={saved} toSheet={() => toRewardSheet(groups.rewards)} />
              )}
            </section>
            <StepAnnotations run={run} step={step} annotations={about.annotations} segments={about.segments} />
            <StepEnvironments
              environments={groups.environments}
              inPercent={page.inPercent}
              hrefOf={hrefOf}
              fileName={fileName}
            />
          </aside>
        </div>
      </PageMain>
    </>
  );
}

interface StepLinkProps {
  readonly href: string | null;
  readonly label: number | null;
  readonly direction: "previous" | "next";
}

function StepLink({ href, label, direction }: StepLinkProps) {
  const icon =
    direction === "previous" ? <ChevronLeft size={15} aria-hidden /> : <ChevronRight size={15} aria-hidden />;
  if (href === null || label === null) {
    return (
      <span className={`${buttonClass("quiet")} opacity-45 hover:bg-transparent`}>
        <span className="sr-only">{direction === "previous" ? "No earlier step" : "No later step"}</span>
        {icon}
      </span>
    );
  }
  const key = direction === "previous" ? "ArrowLeft" : "ArrowRight";
  return (
    <Link
      href={href}
      aria-label={`${direction === "previous" ? "Previous" : "Next"} step, ${label}`}
      aria-keyshortcuts={key}
      title={`${direction === "previous" ? "Previous" : "Next"} step (${direction === "previous" ? "←" : "→"})`}
      className={`${buttonClass("quiet")} px-2`}
    >
      {direction === "previous" && icon}
      {formatCount(label)}
      {direction === "next" && icon}
    </Link>
  );
}
