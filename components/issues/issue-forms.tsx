"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { formatCount, formatNoun, formatPercent } from "@/lib/view/format";
import { issueHref } from "@/lib/view/issue-view";
import { TemplateText } from "./template-text";

interface IssueFormsProps {
  readonly issue: IssueDetail;
  readonly isBusy: boolean;
  readonly onMerge: (issue: number) => void;
  readonly onUnmerge: (fingerprint: string) => void;
}

/** The templates that are this issue, and those that may be the same. */
export function IssueForms({ issue, isBusy, onMerge, onUnmerge }: IssueFormsProps) {
  const { allForms, suggestions } = issue;
  return (
    <>
      {allForms.length > 1 && (
        <section aria-label="Merged templates">
          <SectionHeading remark={formatCount(allForms.length)}>Merged templates</SectionHeading>
          <ul>
            {allForms.map((form) => (
              <li key={form.fingerprint} className="border-b border-hairline py-2 text-sm last:border-b-0">
                <TemplateText template={form.template} limit={240} />
                <span className="mt-1 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-2">
                  {formatNoun(form.count, "rollout")}
                  {form.cameFrom !== null && `, was issue ${form.cameFrom}`}
                  <Button kind="quiet" disabled={isBusy} onClick={() => onUnmerge(form.fingerprint)}>
                    Take out
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {suggestions.length > 0 && (
        <section aria-label="Possibly the same">
          <SectionHeading remark="never merged by itself">Possibly the same</SectionHeading>
          <ul>
            {suggestions.map(({ id, template, count, similarity }) => (
              <li key={id} className="border-b border-hairline py-2 text-sm last:border-b-0">
                <Link href={issueHref(id)} className="block hover:underline">
                  <TemplateText template={template} limit={240} />
                </Link>
                <span className="mt-1 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-2">
                  {formatNoun(count, "rollout")}, {formatPercent(similarity)} of the words alike
                  <Button kind="quiet" disabled={isBusy} onClick={() => onMerge(id)}>
                    Merge into this
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
