"use client";

import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { CsvLink } from "@/components/ui/csv-link";
import { Phrase } from "@/components/ui/phrase";
import { useServerAway } from "@/components/ui/server-reach";
import { rolloutTableHref } from "@/lib/view/csv-links";
import { formatNoun } from "@/lib/view/format";
import type { RolloutChoices } from "@/lib/view/rollout-choices";
import type { RolloutRow } from "@/lib/view/rollout-row";
import { describeRollouts } from "@/lib/view/rollout-sentence";
import {
  explainEmpty,
  type RolloutsBySplit,
  type RolloutView,
  rolloutsExportPath,
  rolloutsPath,
  toRolloutSearch,
} from "@/lib/view/rollout-view";
import { useRolloutAddress } from "./rollout-address";
import { RolloutFilters } from "./rollout-filters";
import { RolloutList } from "./rollout-list";

interface RolloutsViewProps {
  readonly run: string;
  readonly query: RolloutView;
  readonly choices: RolloutChoices;
  readonly total: number | null;
  /** What the run has, whatever is asked for. */
  readonly bySplit: RolloutsBySplit;
  readonly first: { readonly rows: readonly RolloutRow[]; readonly next: string | null };
  readonly failureReward: number;
  /** Steps whose rollouts a rule of retention removed. */
  readonly sealedSteps: number;
}

/** Rollouts of a run: the sentence that says which, the filters that made it, and the rows. */
export function RolloutsView({
  run,
  query,
  choices,
  total,
  bySplit,
  first,
  failureReward,
  sealedSteps,
}: RolloutsViewProps) {
  const { asked, change, isWaiting } = useRolloutAddress(run, query);
  const empty = explainEmpty(query, bySplit);
  // What stays for as long as the server is away is to be read, not dimmed.
  const isDimmed = useServerAway() === null && isWaiting;
  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Phrase parts={describeRollouts(query, total)} />
      </h1>
      {sealedSteps > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          A rule of retention removed the rollouts of {formatNoun(sealedSteps, "step")}: what was counted of them stands
          on the run’s page, and they are not among these.
        </p>
      )}
      <div className="mt-5 mb-2">
        <RolloutFilters query={asked} choices={choices} onChange={change} />
        {first.rows.length > 0 && (
          <a
            href={rolloutsExportPath(run, query)}
            download
            title="Every rollout that this list means, as a file that imports again"
            className="quiet-link mt-2 inline-block text-sm text-ink-2 hover:text-ink"
          >
            Export NDJSON
          </a>
        )}
      </div>
      {first.rows.length > 0 && (
        <p className="flex justify-end pb-1">
          <CsvLink href={rolloutTableHref(run, query)} label="All these rollouts as CSV" />
        </p>
      )}
      <div aria-busy={isWaiting} className={isDimmed ? "opacity-60" : ""}>
        {first.rows.length > 0 ? (
          <RolloutList
            key={toRolloutSearch(query).toString()}
            run={run}
            query={query}
            first={first}
            failureReward={failureReward}
            onSort={(sort) => change({ sort })}
          />
        ) : (
          <div className="border-t border-hairline py-8 text-ink-2">
            <p>{empty.words}</p>
            {empty.instead !== null && (
              <Link
                href={rolloutsPath(run, { ...empty.instead.query, sort: query.sort })}
                className={`${buttonClass()} mt-3`}
              >
                {empty.instead.label}
              </Link>
            )}
          </div>
        )}
      </div>
    </>
  );
}
