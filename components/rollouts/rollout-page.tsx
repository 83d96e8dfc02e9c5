import Link from "next/link";
import { FoldedText } from "@/components/ui/folded-text";
import { KindName } from "@/components/ui/kind-name";
import type { RolloutDetail } from "@/lib/core/stored-rollout";
import { visibleText } from "@/lib/view/format";
import { toGroupCells } from "@/lib/view/group-cells";
import { issueHref } from "@/lib/view/issue-view";
import { listPlaceFacts, listRewardFacts, listSizeFacts, listTimeFacts } from "@/lib/view/rollout-facts";
import { explainNotCounting, explainOutcome, listRemarks } from "@/lib/view/rollout-outcome";
import { everyRollout, rolloutsPath } from "@/lib/view/rollout-view";
import { AttemptList } from "./attempt-list";
import { FactList } from "./fact-list";
import { GroupSiblings } from "./group-siblings";
import { LargePayload } from "./large-payload";
import { PayloadView } from "./payload-view";

/** Characters of a payload that the page carries itself; the rest is fetched when asked for. */
const inlinePayload = 200_000;

interface RolloutPageProps {
  readonly detail: RolloutDetail;
  readonly failureReward: number;
}

/** One rollout: what became of it and why, what stands around it, and what was said. */
export function RolloutPage({ detail, failureReward }: RolloutPageProps) {
  const { rollout, attempts, siblings, payload } = detail;
  const groupPath =
    rollout.group === null
      ? null
      : rolloutsPath(rollout.run, {
          ...everyRollout,
          from: rollout.step,
          to: rollout.step,
          split: rollout.split,
          group: rollout.group,
        });
  return (
    <>
      <RolloutSentence detail={detail} />
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 max-lg:order-2">
          {payload === null ? (
            <p className="border-t border-hairline py-3 text-ink-2">
              Nothing of what was said in this rollout was kept: its row had none, or this server keeps no payloads.
            </p>
          ) : payload.length <= inlinePayload ? (
            <PayloadView payload={payload} />
          ) : (
            <LargePayload rolloutKey={rollout.key} size={payload.length} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {rollout.group !== null && siblings.length > 0 && (
            <GroupSiblings group={toGroupCells(rollout.key, siblings, failureReward)} href={groupPath} />
          )}
          <AttemptList rollout={rollout} others={attempts} failureReward={failureReward} />
          <FactList heading="Reward" facts={listRewardFacts(rollout)} />
          <FactList heading="Size and time" facts={listSizeFacts(rollout)} times={listTimeFacts(rollout)} />
          <FactList heading="Where it belongs" facts={listPlaceFacts(rollout)} />
          <FactList heading="Labels" facts={rollout.labels.map(([name, value]) => ({ name, value, foreign: true }))} />
        </div>
      </div>
    </>
  );
}

function RolloutSentence({ detail: { rollout } }: { readonly detail: RolloutDetail }) {
  const { headline, why } = explainOutcome(rollout);
  const notCounting = explainNotCounting(rollout);
  const remarks = listRemarks(rollout.tags);
  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <span className="font-semibold text-ink">{headline}</span>
        {rollout.failureKind !== null && (
          <>
            {rollout.outcome === "scored" ? " with " : " as "}
            <KindName kind={rollout.failureKind} />
          </>
        )}
        <span className="font-semibold text-ink">: </span>
        <bdi>{visibleText(why)}</bdi>
        {notCounting !== null && (
          <span className="font-medium text-ink"> It counts in no current number: {notCounting}.</span>
        )}
      </h1>
      {rollout.failureReason !== null && (
        <figure className="mt-4 max-w-4xl border-s-2 border-hairline-strong ps-4">
          <figcaption className="text-xs text-ink-2">failure reason</figcaption>
          <FoldedText text={rollout.failureReason} mono limit={700} />
        </figure>
      )}
      {rollout.issue !== null && (
        <p className="mt-3 text-sm text-ink-2">
          <Link href={issueHref(rollout.issue)} className="text-link underline">
            Issue {rollout.issue}
          </Link>
          : every rollout that failed like this, across runs.
        </p>
      )}
      {remarks.length > 0 && <p className="mt-3 max-w-4xl text-sm text-ink-2">{remarks.join(" ")}</p>}
    </>
  );
}
