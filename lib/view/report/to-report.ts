import type { ReportDocument, ReportSection } from "@/lib/core/report/document";
import { addSteps } from "@/lib/core/report/figures";
import type { ReportData } from "@/lib/core/report/report-data";
import { reconstructionTag } from "@/lib/core/run";
import { isInPercent } from "../reward-scale";
import { plain, type ReportContext, section } from "./report-parts";
import { writeCauses } from "./write-causes";
import { writeCoverage } from "./write-coverage";
import { writeImpact } from "./write-impact";
import { writeLaunches } from "./write-launches";
import { writePrecursors } from "./write-precursors";
import { writeReplay } from "./write-replay";
import { toHeadline, writeSummary } from "./write-summary";
import { writeTimeline } from "./write-timeline";
import { writeUnmeasured } from "./write-unmeasured";

function writeCharts({ whole }: ReportContext): ReportSection {
  if (whole.coverage.received === 0)
    return section("charts", "Charts", [[plain("No train rollout was heard of: there is nothing to draw.")]]);
  const words =
    "All three share one axis of steps. Incidents are shaded from onset to end, and named at the onset. A gap is a step without a value, never a zero.";
  return section("charts", "Charts", [[plain(words)]], [{ as: "charts" }]);
}

function toReportContext(data: ReportData): ReportContext {
  const { detail, steps } = data;
  const seen = steps.flatMap(({ reward }) => [
    reward.evidence.min,
    reward.evidence.max,
    reward.asScored.mean,
    reward.trained.mean,
  ]);
  return { data, run: detail.run, inPercent: isInPercent(seen, detail.settings.rewardRange), whole: addSteps(steps) };
}

/** Writes a run's post-mortem from what is known of it. Pure: the same data make the same words. */
export function toReport(data: ReportData): ReportDocument {
  const context = toReportContext(data);
  const { settings, run } = data.detail;
  return {
    run,
    title: settings.title ?? run,
    headline: toHeadline(context),
    isReconstruction: settings.tags.includes(reconstructionTag),
    sections: [
      writeSummary(context),
      writeTimeline(context),
      writeCharts(context),
      writeImpact(context),
      writePrecursors(context),
      writeCauses(context),
      writeReplay(context),
      writeLaunches(context),
      writeCoverage(context),
      writeUnmeasured(context),
      section("notes", "Notes", []),
    ],
  };
}
