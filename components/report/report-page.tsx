"use client";

import { Download, Printer } from "lucide-react";
import { RemovalNote } from "@/components/manage/removal-note";
import { Button, buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { ReconstructionNote } from "@/components/ui/reconstruction-note";
import { RunNews } from "@/components/ui/run-news";
import { useTimeZone } from "@/components/ui/time-zone";
import { useTabState } from "@/components/ui/use-tab-state";
import type { VerdictName } from "@/lib/core/detect/verdict";
import type { AlertRule } from "@/lib/core/report/alert-rule";
import type { EditedReport } from "@/lib/core/report/edited-report";
import { reportFileHref } from "@/lib/view/report/report-view";
import { runHref } from "@/lib/view/run-links";
import { ReportCharts, type ReportChartsProps } from "./report-charts";
import { ReportSectionView } from "./report-section";
import { ReportTime } from "./report-time";
import { RuleForm } from "./rule-form";

interface ReportPageProps extends ReportChartsProps {
  readonly report: EditedReport;
  readonly verdict: VerdictName;
  readonly rule: AlertRule;
  /** Where it is, in full: what paper can say. */
  readonly address: string;
  readonly kinds: readonly string[];
  readonly renderedAt: number;
}

/** The post-mortem: written from data, edited by people, printed or saved as a file. */
export function ReportPage(props: ReportPageProps) {
  const { report, verdict, rule, kinds, address, renderedAt, ...charts } = props;
  const { run, title, headline, sections } = report;
  const zone = useTimeZone();
  useTabState(`Post-mortem of ${title} · Falsezero`, verdict);
  return (
    <>
      <div className="contents print:hidden">
        <PageHeader
          crumbs={[{ label: "Runs", href: "/" }, { label: title, href: runHref(run) }, { label: "Post-mortem" }]}
        >
          <ReconstructionNote tags={charts.detail.settings.tags} />
        </PageHeader>
        <RemovalNote run={run} />
      </div>
      <main id="content" className="mx-auto max-w-[70rem] px-4 pt-7 pb-16 sm:px-7 print:max-w-none print:p-0">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="min-w-0">
            <p className="text-sm text-ink-2">Post-mortem</p>
            <h1 className="text-lead font-semibold tracking-[-0.02em] wrap-anywhere">
              <bdi>{title}</bdi>
            </h1>
            <p className="text-sm text-ink-2">
              {headline}
              {title !== run && (
                <>
                  {" · run "}
                  <bdi className="wrap-anywhere">{run}</bdi>
                </>
              )}
              {" · written "}
              <ReportTime at={renderedAt} />
            </p>
            <p className="hidden pt-1 print:block">
              <ReconstructionNote tags={charts.detail.settings.tags} />
            </p>
          </div>
          <div className="flex flex-wrap gap-2 print:hidden">
            <a href={reportFileHref(run, rule, "html")} download className={buttonClass()}>
              <Download size={14} aria-hidden /> HTML
            </a>
            <a href={reportFileHref(run, rule, "markdown")} download className={buttonClass()}>
              <Download size={14} aria-hidden /> Markdown
            </a>
            <Button onClick={() => window.print()}>
              <Printer size={14} aria-hidden /> Print or PDF
            </Button>
          </div>
        </header>
        <nav aria-label="Sections" className="pt-4 print:hidden">
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {sections.map(({ section: { id, title: name }, edit }) => (
              <li key={id}>
                <a href={`#${id}`} className="quiet-link text-ink-2 hover:text-ink">
                  {name}
                  {edit !== null && (
                    <span className="text-accent">
                      {edit.change === null ? " · edited" : " · edited, data changed"}
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <RunNews
          runs={[run]}
          revision={charts.revision}
          words="The run went on since this was written."
          action="Write it again"
          className="pt-4 print:hidden"
        />
        {sections.map((edited) => (
          <ReportSectionView key={edited.section.id} run={run} edited={edited} charts={<ReportCharts {...charts} />}>
            {edited.section.id === "replay" && <RuleForm run={run} rule={rule} kinds={kinds} />}
          </ReportSectionView>
        ))}
        <p className="hidden pt-8 text-xs text-ink-2 wrap-anywhere print:block">
          Written by Falsezero. Times are those of {zone}. {address}
        </p>
      </main>
    </>
  );
}
