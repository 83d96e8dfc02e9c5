"use client";

import Link from "next/link";
import { CsvButton } from "@/components/ui/csv-link";
import { Name } from "@/components/ui/name";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SectionHeading } from "@/components/ui/section-heading";
import type { ComparedLabels } from "@/lib/core/compare/compare-labels";
import type { ComparedSettings } from "@/lib/core/compare/compare-settings";
import type { Comparison } from "@/lib/core/compare/comparison";
import { nameComparison } from "@/lib/view/compare-caption";
import { toComparedLabelSheet, toComparedSettingSheet } from "@/lib/view/compare-sheets";
import type { CompareView } from "@/lib/view/compare-view";
import { formatNoun, formatShare } from "@/lib/view/format";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { RunHeads } from "./run-heads";

interface SettingsPanelProps {
  readonly comparison: Comparison;
  readonly settings: ComparedSettings;
}

/** What the runs are set to differently, path by path. */
export function ComparedSettingsPanel({ comparison, settings }: SettingsPanelProps) {
  const { runs } = comparison;
  const { settings: rows, others, alike } = settings;
  return (
    <section aria-label="Settings that differ" className="pt-10">
      <SectionHeading
        remark={
          <>
            {rows.length > 0 && (
              <CsvButton
                label="Settings that differ as CSV"
                name={[...nameComparison(comparison), "settings"]}
                toSheet={() => toComparedSettingSheet(runs, settings)}
              />
            )}{" "}
            {formatNoun(alike, "setting")} alike
          </>
        }
      >
        Settings that differ
      </SectionHeading>
      {rows.length === 0 ? (
        <p className="py-2 text-sm text-ink-2">None of what was told of these runs.</p>
      ) : (
        <ScrollRegion label="Settings that differ, scrollable" className="overflow-x-auto">
          <table className="grid-table">
            <caption className="sr-only">Settings that differ, as JSON</caption>
            <thead>
              <tr>
                <th scope="col">setting</th>
                <RunHeads runs={runs} />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ path, values }) => (
                <tr key={path}>
                  <th scope="row">
                    <Name text={path} limit={72} mono className="text-ink" />
                  </th>
                  {runs.map((run, index) => {
                    const value = values[index] ?? null;
                    return (
                      <td key={run.run}>
                        {value === null ? (
                          <span className="text-ink-2">not told</span>
                        ) : (
                          <Name text={value} limit={120} mono />
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {others > 0 && <p className="pt-2 text-sm text-ink-2">{formatNoun(others, "more difference")} not listed.</p>}
    </section>
  );
}

interface LabelsPanelProps {
  readonly comparison: Comparison;
  readonly labels: ComparedLabels;
  readonly view: CompareView;
}

/** Values of labels that not all runs carry alike; a share leads to its rollouts. */
export function ComparedLabelsPanel({ comparison, labels, view }: LabelsPanelProps) {
  const { runs } = comparison;
  const { labels: rows, others } = labels;
  return (
    <section aria-label="Labels that differ" className="pt-10">
      <SectionHeading
        remark={
          rows.length > 0 && (
            <CsvButton
              label="Labels that differ as CSV"
              name={[...nameComparison(comparison), "labels"]}
              toSheet={() => toComparedLabelSheet(runs, labels)}
            />
          )
        }
      >
        Labels that differ
      </SectionHeading>
      {rows.length === 0 ? (
        <p className="py-2 text-sm text-ink-2">No label has a value whose share differs by a point or more.</p>
      ) : (
        <ScrollRegion label="Labels that differ, scrollable" className="overflow-x-auto">
          <table className="grid-table difference-table">
            <caption className="sr-only">Labels that differ, with their share of each run’s rollouts</caption>
            <thead>
              <tr>
                <th scope="col">label</th>
                <RunHeads runs={runs} />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, value, shares }) => (
                <tr key={`${name}\n${value}`}>
                  <th scope="row">
                    <Name text={name} limit={32} /> <Name text={value} limit={48} className="font-medium text-ink" />
                  </th>
                  {runs.map((run, index) => {
                    const share = shares[index] ?? null;
                    const text = formatShare(share);
                    if (share === null || share.count === 0 || run.counted === null)
                      return <td key={run.run}>{text}</td>;
                    const { from, to } = run.counted;
                    const own = { ...view, segment: null, labels: [...view.labels, [name, value] as const] };
                    return (
                      <td key={run.run}>
                        <Link
                          href={rolloutsHref(run.run, own, { steps: { from, to } })}
                          prefetch={false}
                          className="quiet-link"
                        >
                          {text}
                        </Link>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {others > 0 && <p className="pt-2 text-sm text-ink-2">{formatNoun(others, "more value")} not listed.</p>}
    </section>
  );
}
