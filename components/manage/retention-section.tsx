"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { useAct } from "@/components/ui/use-act";
import { describeRetention } from "@/lib/view/retention-words";
import type { WireRetentionLog, WireRetentionPlan, WireRetentionRule } from "@/lib/wire/retention";
import { manageApi } from "./manage-api";
import { RetentionLog } from "./retention-log";
import { RetentionPlan } from "./retention-plan";
import { RetentionRuleForm } from "./retention-rule-form";

interface RetentionSectionProps {
  readonly rules: readonly WireRetentionRule[];
  readonly log: WireRetentionLog;
  /** Projects that runs belong to. */
  readonly projects: readonly string[];
  readonly renderedAt: number;
}

/** What is kept how long: the rules, what they would do now, and what they did. */
export function RetentionSection({ rules: initial, log, projects, renderedAt }: RetentionSectionProps) {
  const [rules, setRules] = useState(initial);
  const [edited, setEdited] = useState<WireRetentionRule | "new" | null>(null);
  const [plan, setPlan] = useState<WireRetentionPlan | null>(null);
  const { isBusy, error, act } = useAct();

  async function refresh() {
    setEdited(null);
    setPlan(null);
    setRules(await manageApi.listRules());
  }

  return (
    <section aria-label="Retention" className="mt-12">
      <SectionHeading>How long things are kept</SectionHeading>
      <p className="max-w-3xl py-3 text-sm text-ink-2">
        {rules.length === 0
          ? "Without a rule everything is kept until somebody removes it."
          : "Rules are applied once an hour. A run with the tag “keep” is left alone, and so is one with an open incident that nobody archived."}
      </p>
      {rules.length > 0 && (
        <ul aria-label="Rules" className="border-t border-hairline">
          {rules.map((rule) => (
            <li
              key={rule.project ?? ""}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2 text-sm"
            >
              <span className="min-w-0">
                <span className="font-medium">
                  {rule.project === null ? "All runs" : <Name text={rule.project} limit={60} />}
                </span>
                <span className="block text-ink-2">{describeRetention(rule)}</span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button kind="quiet" disabled={isBusy} onClick={() => setEdited(rule)}>
                  Change
                </Button>
                <Button
                  kind="quiet"
                  disabled={isBusy}
                  onClick={() =>
                    act(async () => {
                      await manageApi.removeRule(rule.project);
                      await refresh();
                    })
                  }
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {edited === null ? (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={() => setEdited("new")}>Add a rule</Button>
          {rules.length > 0 && (
            <Button
              kind="quiet"
              disabled={isBusy}
              onClick={() => act(async () => setPlan(await manageApi.planRetention()))}
            >
              {isBusy ? "Counting…" : "What would go now?"}
            </Button>
          )}
        </div>
      ) : (
        <RetentionRuleForm
          key={edited === "new" ? "new" : `${edited.project ?? ""} ${edited.version}`}
          rule={edited === "new" ? null : edited}
          projects={projects}
          onKept={refresh}
          onCancel={() => setEdited(null)}
        />
      )}
      <p role="alert" className="mt-2 text-sm text-critical empty:hidden">
        {error}
      </p>
      {plan !== null && <RetentionPlan plan={plan} />}
      <RetentionLog log={log} renderedAt={renderedAt} />
    </section>
  );
}
