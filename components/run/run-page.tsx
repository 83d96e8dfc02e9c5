"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AnnotationsPanel } from "@/components/annotations/annotations-panel";
import { MarkCard } from "@/components/annotations/mark-card";
import { useAnnotating } from "@/components/annotations/use-annotating";
import { RangeBrush } from "@/components/charts/range-brush";
import { StepCharts } from "@/components/charts/step-charts";
import { RunIssuesPanel } from "@/components/issues/run-issues-panel";
import { usePageActions } from "@/components/keys/actions";
import { RemovalNote } from "@/components/manage/removal-note";
import { useNoticePreference } from "@/components/ui/notice-preference";
import { NoticeSwitch } from "@/components/ui/notice-switch";
import { PageHeader } from "@/components/ui/page-header";
import { ReconstructionNote } from "@/components/ui/reconstruction-note";
import { Segmented } from "@/components/ui/segmented";
import { useNotices } from "@/components/ui/use-notices";
import { useOpenHref } from "@/components/ui/use-open-href";
import { useTabState } from "@/components/ui/use-tab-state";
import { chartPoints } from "@/lib/core/snapshot";
import { viewTrainer } from "@/lib/core/trainer-view";
import { nowhere, placeSteps } from "@/lib/view/annotation-place";
import { nameFile, toCaptioned, writeChartCaption } from "@/lib/view/chart-caption";
import { stepTableHref } from "@/lib/view/csv-links";
import { toFacts } from "@/lib/view/facts";
import { failureScales } from "@/lib/view/failures-model";
import { stepsOfIncident } from "@/lib/view/incident-links";
import { toSubjects } from "@/lib/view/notices";
import { type PackedSnapshot, unpackSnapshot } from "@/lib/view/packed-buckets";
import { reportHref } from "@/lib/view/report/report-view";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { type Counted, runHref } from "@/lib/view/run-links";
import { toRunPageModel } from "@/lib/view/run-page-model";
import { isFollowing, setFollowing, wholeRun } from "@/lib/view/run-view";
import type { StepRange } from "@/lib/view/step-axis";
import { stepHrefOf } from "@/lib/view/step-page-view";
import { AttributionPanel } from "./attribution-panel";
import { ConnectionNote } from "./connection-note";
import { CoveragePanel } from "./coverage-panel";
import { EvalPanel } from "./eval-panel";
import { FactStrip } from "./fact-strip";
import { FilterBar } from "./filter-bar";
import { IncidentActs } from "./incident-acts";
import { IncidentApart } from "./incident-apart";
import { IncidentsPanel } from "./incidents-panel";
import { KindsPanel } from "./kinds-panel";
import { RunMenu } from "./run-menu";
import { RunSentenceHeading } from "./run-sentence";
import { RunStatus } from "./run-status";
import { SegmentsPanel } from "./segments-panel";
import { StepTable } from "./step-table";
import { TrainerForm } from "./trainer-form";
import { useIncidentDoors } from "./use-incident-doors";
import { useLiveRun } from "./use-live-run";
import { useRunView } from "./use-run-view";
import { useSameRange } from "./use-same-range";
import { WarningsPanel } from "./warnings-panel";

interface RunPageProps {
  readonly packed: PackedSnapshot;
  /** Labels that can be filtered by at first: the run's, and those in the address. Others come in live. */
  readonly labelNames: readonly string[];
  readonly renderedAt: number;
}

const noticeSwitch = <NoticeSwitch />;
const scaleOptions = failureScales.map((value) => ({ value, label: value }));

/** The run: a sentence, the picture that proves it, and the rows behind the picture, live. */
export function RunPage({ packed, labelNames: firstLabels, renderedAt }: RunPageProps) {
  const [initial] = useState(() => unpackSnapshot(packed));
  const { run } = initial.detail;
  const router = useRouter();
  const openHref = useOpenHref();
  const [labelNames, setLabelNames] = useState(firstLabels);
  const [view, setView] = useRunView(labelNames);
  const { state, readAgain } = useLiveRun(run, initial, view, useNoticePreference() === "on");
  const { snapshot } = state;
  const { detail } = snapshot;
  const newLabels = Object.keys(detail.labels).filter((name) => !labelNames.includes(name));
  if (newLabels.length > 0) setLabelNames([...labelNames, ...newLabels]);
  const model = useMemo(() => toRunPageModel(snapshot, view), [snapshot, view]);
  const { incidents } = snapshot;
  const latestIncident = useMemo(() => {
    const latest = incidents.find(({ state }) => state === "open") ?? incidents[0];
    return latest === undefined ? null : stepsOfIncident(latest);
  }, [incidents]);
  const trainer = useMemo(() => viewTrainer(detail.settings, detail.inference), [detail.settings, detail.inference]);
  const { sentence, totals, charts } = model;
  const shown = useSameRange(model.shown);
  const attributed = useSameRange(shown ?? latestIncident);
  const toldIncident = snapshot.incidents.find(({ id }) => id === model.told?.id);

  const hrefOf = useCallback(
    (counted: Counted) => rolloutsHref(run, view, { ...counted, steps: counted.steps ?? shown ?? undefined }),
    [run, view, shown],
  );
  const viewHrefs = useMemo(() => {
    const allSteps = { ...view, steps: wholeRun.steps };
    const evalView = { ...allSteps, split: "eval" } as const;
    return {
      "all steps": runHref(run, allSteps),
      incidents: "#incidents",
      eval: runHref(run, evalView),
      "eval rollouts": rolloutsHref(run, evalView),
    };
  }, [run, view]);
  /** What is shown now, for what is asked of it later: a growing run does not draw those again who may ask. */
  const latest = useRef({ snapshot, view, charts });
  useEffect(() => {
    latest.current = { snapshot, view, charts };
  }, [snapshot, view, charts]);
  const follow = useCallback(
    (following: boolean) => setView({ ...view, steps: setFollowing(view.steps, following, latest.current.snapshot) }),
    [view, setView],
  );
  const readLastStep = useCallback(() => latest.current.snapshot.detail.lastStep, []);
  const readNewestPlace = useCallback(() => {
    const newest = latest.current.snapshot.lastStep;
    return newest === null ? nowhere : placeSteps(newest, newest);
  }, []);
  const zoom = useCallback(
    (range: StepRange) => setView({ ...view, steps: { kind: "range", ...range } }),
    [view, setView],
  );
  const showAll = useCallback(() => setView({ ...view, steps: { kind: "all" } }), [view, setView]);
  const scaleChoice = useMemo(
    () => (
      <Segmented
        label="Scale of the failures chart"
        value={view.scale}
        options={scaleOptions}
        onChange={(scale) => setView({ ...view, scale })}
      />
    ),
    [view, setView],
  );
  const { asked, onIncident, onLabel, incidentHref } = useIncidentDoors(run, snapshot, view, setView);
  const annotating = useAnnotating(run);
  const fileName = useMemo(() => nameFile(run, view, shown), [run, view, shown]);
  const saved = useMemo(() => {
    const toCaption = () => {
      const { snapshot, view, charts } = latest.current;
      return writeChartCaption(toCaptioned(snapshot, view, charts), location.href, Date.now());
    };
    return { fileName, toCaption };
  }, [fileName]);
  usePageActions("This run", [
    {
      label: isFollowing(view.steps) ? "Stop following the newest steps" : "Follow the newest steps",
      keys: "f",
      isInPalette: true,
      run: () => {
        follow(!isFollowing(view.steps));
        return undefined;
      },
    },
    {
      label: "Rollouts of this run",
      keys: "g o",
      isInPalette: true,
      run: () => {
        router.push(rolloutsHref(run, view));
        return undefined;
      },
    },
  ]);
  const name = detail.settings.title ?? run;
  const crumbs = useMemo(() => [{ label: "Runs", href: "/" }, { label: name }], [name]);
  useTabState(`${sentence.title} · ${name} · Falsezero`, snapshot.verdict.verdict);
  useNotices(useMemo(() => toSubjects(run, name, incidents), [run, name, incidents]));

  return (
    <>
      <PageHeader
        crumbs={crumbs}
        actions={
          <>
            <Link href={reportHref(run)} prefetch={false} className="quiet-link text-sm text-ink-2 hover:text-ink">
              Post-mortem
            </Link>
            <RunMenu run={run} />
          </>
        }
      >
        <RunStatus detail={detail} newest={snapshot.newest} alarming={sentence.alarming} renderedAt={renderedAt} />
        {detail.archivedAt !== null && <span>archived</span>}
        <ReconstructionNote tags={detail.settings.tags} />
      </PageHeader>
      <ConnectionNote state={state} />
      {state.deleted && <RemovalNote run={run} onBack={readAgain} />}
      <main
        id="content"
        aria-busy={state.stale}
        className="mx-auto grid max-w-[1440px] gap-x-11 px-4 pb-16 sm:px-7 lg:grid-cols-[minmax(0,1fr)_minmax(16rem,22.5rem)]"
      >
        <div className="min-w-0">
          <RunSentenceHeading sentence={sentence} hrefOf={hrefOf} viewHrefs={viewHrefs} onIncident={onIncident} />
          {model.told !== null && (
            <div className="pb-4">
              <IncidentActs run={run} entry={model.told} runbooks={detail.settings.runbooks} hrefOf={hrefOf} />
            </div>
          )}
          {toldIncident !== undefined && <IncidentApart run={run} incident={toldIncident} view={view} />}
          <FactStrip
            facts={toFacts(totals)}
            perMinute={snapshot.recentPerMinute}
            lastSeenAt={detail.lastSeenAt}
            renderedAt={renderedAt}
            hrefOf={hrefOf}
          />
          <FilterBar
            environments={detail.environments}
            labels={detail.labels}
            segments={detail.segments}
            splits={detail.splits}
            labelNames={labelNames}
            readLastStep={readLastStep}
            view={view}
            onChange={setView}
            onFollow={follow}
          />
          <StepCharts
            model={charts}
            hrefOf={hrefOf}
            incidentHref={incidentHref}
            onIncident={onLabel}
            stepHrefOf={(step) => stepHrefOf(run, step, view)}
            onOpen={openHref}
            onZoom={zoom}
            onReset={showAll}
            scaleChoice={scaleChoice}
            trainerChoice={<TrainerForm run={run} settings={detail.settings} trainer={trainer} />}
            renderMark={(mark) => <MarkCard run={run} mark={mark} />}
            annotating={annotating}
            saved={saved}
            brush={model.brush !== null && <RangeBrush {...model.brush} onZoom={zoom} onReset={showAll} />}
          />
          {annotating.form}
          <StepTable
            buckets={charts.buckets}
            inPercent={charts.reward.inPercent}
            hrefOf={hrefOf}
            csvHref={stepTableHref(run, view, shown, charts.width, chartPoints)}
          />
        </div>
        <aside className="flex min-w-0 flex-col gap-8 pt-8 lg:pt-6">
          <IncidentsPanel
            run={run}
            runbooks={detail.settings.runbooks}
            sensitivity={detail.settings.sensitivity}
            overrides={detail.overrides}
            entries={model.entries}
            asked={asked}
            hrefOf={hrefOf}
            viewHrefs={viewHrefs}
            onIncident={onIncident}
          >
            {noticeSwitch}
          </IncidentsPanel>
          <CoveragePanel
            newest={model.newest}
            shown={totals.coverage}
            shownName={model.shownName}
            hrefOf={hrefOf}
            fileName={fileName}
          />
          <AttributionPanel
            run={run}
            view={view}
            steps={attributed}
            inPercent={charts.reward.inPercent}
            fileName={fileName}
            revision={snapshot.revision}
          />
          <KindsPanel kinds={totals.kinds} received={totals.coverage.received} hrefOf={hrefOf} fileName={fileName} />
          <RunIssuesPanel
            run={run}
            revision={snapshot.revision}
            suspected={totals.suspectedFalseZeros}
            suspectedHref={hrefOf({ suspected: true })}
          />
          <WarningsPanel warnings={model.warnings} hrefOf={hrefOf} />
          <AnnotationsPanel run={run} annotations={detail.annotations} readPlace={readNewestPlace} />
          <SegmentsPanel segments={detail.segments} />
          <EvalPanel
            block={snapshot.evalBlock}
            inPercent={charts.reward.inPercent}
            href={rolloutsHref(run, { ...view, split: "eval" })}
          />
        </aside>
      </main>
    </>
  );
}
