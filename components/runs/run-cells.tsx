import { Pencil } from "lucide-react";
import Link from "next/link";
import { Name } from "@/components/ui/name";
import { ReconstructionNote } from "@/components/ui/reconstruction-note";
import { StatusDot } from "@/components/ui/status-dot";
import { Time } from "@/components/ui/time";
import { VerdictMark } from "@/components/ui/verdict-mark";
import { type Rate, rateValue } from "@/lib/core/rate";
import { reconstructionTag } from "@/lib/core/run";
import { formatCount, formatOf, formatPercent, formatReward, visibleText } from "@/lib/view/format";
import { countHeadline } from "@/lib/view/incident-links";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { runHref } from "@/lib/view/run-links";
import type { RunRow } from "@/lib/view/run-row";
import { wholeRun } from "@/lib/view/run-view";
import { verdictWords } from "@/lib/view/verdict-words";
import { Spark } from "./spark";

/** Name, title, project and tags; on a small screen also how it stands, for want of columns. */
export function RunNameCell({ row }: { readonly row: RunRow }) {
  const tags = row.tags.filter((tag) => tag !== reconstructionTag);
  const name = row.title ?? row.run;
  return (
    <div className="min-w-0">
      <div>
        <Link href={runHref(row.run)} prefetch={false} className="font-medium after:absolute after:inset-0">
          {/* Without a space, a name would break behind its first hyphen and leave the line empty. */}
          <Name text={name} limit={64} className={/\s/.test(name) ? "" : "break-all"} />
        </Link>
        {/* It stays with the end of the name. */}
        {"\u00a0"}
        <Link
          href={`${runHref(row.run)}/settings`}
          prefetch={false}
          aria-label={`Edit ${visibleText(name)}`}
          className="quiet-link relative z-10 inline-flex rounded p-1 align-[-0.3em] text-ink-3 hover:text-ink"
        >
          <Pencil size={13} strokeWidth={1.75} aria-hidden />
        </Link>{" "}
        <ReconstructionNote tags={row.tags} short />
      </div>
      <div className="flex flex-wrap gap-x-2 text-xs text-ink-2 empty:hidden">
        {row.title !== null && <Name text={row.run} limit={48} mono />}
        {row.project !== null && <Name text={row.project} limit={32} />}
        {tags.map((tag) => (
          <Name key={tag} text={`#${tag}`} limit={24} />
        ))}
        <span className="inline-flex flex-wrap items-center gap-x-2 md:hidden">
          <RunVerdictCell row={row} />
          <RunStateCell row={row} />
          {row.lastStep !== null && <span>step {formatCount(row.lastStep)}</span>}
        </span>
      </div>
      {row.headline !== null && (
        <div className="text-xs text-ink-2 2xl:hidden">
          <RunIncidentCell row={row} />
        </div>
      )}
    </div>
  );
}

export function RunVerdictCell({ row }: { readonly row: RunRow }) {
  const { name, asks } = verdictWords[row.verdict];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={asks}>
      <VerdictMark verdict={row.verdict} />
      <span className={row.verdict === "stop" || row.verdict === "watch" ? "font-semibold" : "text-ink-2"}>{name}</span>
    </span>
  );
}

/** The open incident in words, which lead to the rollouts that show it, above the link that covers its row; and how many others there are. */
export function RunIncidentCell({ row }: { readonly row: RunRow }) {
  const { headline, openIncidents } = row;
  if (headline === null) return null;
  const words = visibleText(headline.words);
  return (
    <span className="line-clamp-2 wrap-anywhere" title={words}>
      <Link
        prefetch={false}
        className="relative z-10 underline decoration-dotted underline-offset-2 hover:decoration-solid"
        href={rolloutsHref(row.run, wholeRun, countHeadline(headline, row.lastStep))}
      >
        <bdi>{words}</bdi>
      </Link>
      {openIncidents > 1 && <span className="text-ink-2">; {formatCount(openIncidents - 1)} more open</span>}
    </span>
  );
}

export function RunStateCell({ row }: { readonly row: RunRow }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <StatusDot status={row.state} />
      {row.state}
    </span>
  );
}

/** The last step, and how much of it is in while it fills. */
export function RunStepCell({ row }: { readonly row: RunRow }) {
  if (row.lastStep === null) return <Nothing why="no step was heard of" />;
  const { current } = row;
  return (
    <>
      {formatCount(row.lastStep)}
      {current !== null && !current.complete && current.expected > current.received && (
        <span className="block text-xs whitespace-nowrap text-ink-2">
          filling: {formatOf({ count: current.received, n: current.expected })}
        </span>
      )}
    </>
  );
}

export function RunRewardCell({ row }: { readonly row: RunRow }) {
  const [low, high] = row.rewardEdges;
  const last = row.lastEvidence;
  return (
    <div className="flex items-center gap-2.5">
      <Spark points={row.evidence} low={low} high={high} as="line" colour="var(--evidence)" />
      {last === null ? (
        <Nothing why="no step has evidence" />
      ) : row.lastStep !== null && last.step < row.lastStep ? (
        <span>
          <Nothing why="the newest step has no evidence" />
          <span className="block text-xs whitespace-nowrap text-ink-2">
            last {formatReward(last.mean, row.rewardInPercent)} at step {formatCount(last.step)}
          </span>
        </span>
      ) : (
        <span className="w-12 whitespace-nowrap" title={`mean of the evidence in step ${formatCount(last.step)}`}>
          {formatReward(last.mean, row.rewardInPercent)}
        </span>
      )}
    </div>
  );
}

export function RunLossCell({ row }: { readonly row: RunRow }) {
  const { current } = row;
  return (
    <div className="flex items-center justify-end gap-x-3 md:justify-start">
      <span className="hidden sm:block">
        <Spark points={row.lost} low={0} high={1} as="area" colour="var(--critical)" />
      </span>
      <div>
        {current === null ? <Nothing why="nothing was heard of" /> : <Share rate={current.lost} of="came back" />}
        {current !== null && current.suspected.count > 0 && (
          <span
            className="block text-xs whitespace-nowrap"
            title={`${formatOf(current.suspected)} rollouts of the newest step: zeros for which nothing was generated, and no failure was reported`}
          >
            {formatPercent(current.suspected.count / current.suspected.n)} suspected
          </span>
        )}
      </div>
    </div>
  );
}

export function RunMaskedCell({ row }: { readonly row: RunRow }) {
  if (row.current === null) return <Nothing why="nothing was heard of" />;
  return <Share rate={row.current.masked} of="completed" />;
}

export function RunHeardCell({ row, renderedAt }: { readonly row: RunRow; readonly renderedAt: number }) {
  if (row.lastSeenAt === null) return <Nothing why="no rollout yet" />;
  return (
    <span className="whitespace-nowrap">
      <Time at={row.lastSeenAt} as="ago" renderedAt={renderedAt} />
    </span>
  );
}

/** A share with both its numbers; 0 of 0 is no share. */
function Share({ rate, of }: { readonly rate: Rate; readonly of: string }) {
  const value = rateValue(rate);
  if (value === null) return <Nothing why={`none ${of} in the newest step`} />;
  return (
    <span className="inline-flex items-baseline gap-2 whitespace-nowrap">
      <span className={`min-w-11 text-end ${value >= 0.5 ? "font-semibold" : ""} ${value === 0 ? "text-ink-2" : ""}`}>
        {formatPercent(value)}
      </span>
      <span className="text-xs text-ink-2">{formatOf(rate)}</span>
    </span>
  );
}

function Nothing({ why }: { readonly why: string }) {
  return (
    <span className="text-ink-3" title={why}>
      –<span className="sr-only"> {why}</span>
    </span>
  );
}
