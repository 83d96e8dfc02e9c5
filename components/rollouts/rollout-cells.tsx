import Link from "next/link";
import { KindName } from "@/components/ui/kind-name";
import { Name } from "@/components/ui/name";
import { Time } from "@/components/ui/time";
import { formatCount } from "@/lib/view/format";
import type { RolloutRow } from "@/lib/view/rollout-row";
import { OutcomeMark } from "./outcome-mark";

function rolloutHref(row: RolloutRow): string {
  return `/rollouts/${row.key}`;
}

/** Group and sample, else the sender's id, else our own number; the row's link. On a small screen, why as well. */
export function RolloutNameCell({ row }: { readonly row: RolloutRow }) {
  return (
    <div className="min-w-0">
      <Link
        href={rolloutHref(row)}
        prefetch={false}
        className="whitespace-nowrap after:absolute after:inset-0"
        aria-label={describeRollout(row)}
      >
        <span className="text-ink-2 md:hidden">{row.step === null ? null : `step ${formatCount(row.step)} · `}</span>
        <RolloutName row={row} />
      </Link>
      {row.notCounting !== null && (
        <span className="ms-2 text-xs text-ink-2" title={`Counts in no current number: ${row.notCounting}.`}>
          superseded
        </span>
      )}
      <div className="flex flex-wrap gap-x-2 text-xs md:hidden">
        {row.kind !== null && <KindName kind={row.kind} limit={32} />}
        {row.reason !== null && <bdi className="line-clamp-2 text-ink-2 wrap-anywhere">{row.reason}</bdi>}
      </div>
    </div>
  );
}

function RolloutName({ row }: { readonly row: RolloutRow }) {
  if (row.group !== null) {
    return (
      <>
        <Name text={row.group} limit={20} />
        {row.sample !== null && <span className="text-ink-2">/{formatCount(row.sample)}</span>}
      </>
    );
  }
  return row.id === null ? <span>#{row.key}</span> : <Name text={row.id} limit={22} />;
}

function describeRollout({ step, group, sample, id, key }: RolloutRow): string {
  const where = step === null ? "" : `, step ${step}`;
  if (group === null) return `Rollout ${id ?? key}${where}`;
  return `Rollout of group ${group}${sample === null ? "" : `, sample ${sample}`}${where}`;
}

export function RolloutOutcomeCell({ row }: { readonly row: RolloutRow }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <OutcomeMark appearance={row.appearance} />
      {row.outcome}
    </span>
  );
}

/** A reward that measures nothing is written faint and in brackets, so that it is not read as a score. */
export function RolloutRewardCell({ row }: { readonly row: RolloutRow }) {
  if (row.reward === null) {
    return (
      <span className="relative z-1 text-ink-3" title={row.noReward ?? undefined}>
        —<span className="sr-only"> {row.noReward}</span>
      </span>
    );
  }
  if (row.rewardCounts) return row.reward;
  return (
    <span className="relative z-1 text-ink-3" title="No measurement of the policy">
      ({row.reward})
    </span>
  );
}

/** The reason in one line. It lies over the row's link so that its whole text shows on hover; it leads there too. */
export function RolloutReasonCell({ row }: { readonly row: RolloutRow }) {
  if (row.reason === null) return null;
  return (
    <Link
      href={rolloutHref(row)}
      prefetch={false}
      tabIndex={-1}
      title={row.wholeReason ?? undefined}
      className="relative z-1 block truncate text-ink-2"
    >
      <bdi>{row.reason}</bdi>
    </Link>
  );
}

export function RolloutFinishedCell({ row }: { readonly row: RolloutRow }) {
  if (row.finishedAt === null) return null;
  return (
    <span className="whitespace-nowrap">
      <Time at={row.finishedAt} />
    </span>
  );
}
