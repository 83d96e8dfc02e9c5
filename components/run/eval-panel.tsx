import Link from "next/link";
import { SectionHeading } from "@/components/ui/section-heading";
import type { StepSummary } from "@/lib/core/step-summary";
import { formatNoun, formatOf, formatReward } from "@/lib/view/format";

interface EvalPanelProps {
  readonly block: StepSummary | null;
  readonly inPercent: boolean;
  readonly href: string;
}

/** Eval rollouts outside any step: one block, apart from everything trained on. */
export function EvalPanel({ block, inPercent, href }: EvalPanelProps) {
  if (block === null) return null;
  const { evidence } = block.reward;
  return (
    <section aria-label="Eval outside steps">
      <SectionHeading remark={formatNoun(block.received, "rollout")}>Eval outside steps</SectionHeading>
      <p className="pt-2 text-sm text-ink-2">
        {evidence.mean === null ? "No evidence" : `${formatReward(evidence.mean, inPercent)} on evidence`},{" "}
        {formatOf({ count: evidence.n, n: block.received })} rollouts.{" "}
        <Link href={href} prefetch={false} className="text-link">
          See them
        </Link>
      </p>
    </section>
  );
}
