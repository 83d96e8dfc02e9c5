import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RemovalNote } from "@/components/manage/removal-note";
import { RolloutsView } from "@/components/rollouts/rollouts-view";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { ReconstructionNote } from "@/components/ui/reconstruction-note";
import type { RolloutPage } from "@/lib/core/stored-rollout";
import { getContext } from "@/lib/server/context";
import { readRolloutsPage } from "@/lib/server/read-rollouts-page";
import { type PageParams, readPageParams } from "@/lib/view/page-params";
import { toRolloutChoices } from "@/lib/view/rollout-choices";
import { toRolloutRow } from "@/lib/view/rollout-row";
import { findRolloutFault, parseRolloutView, toRolloutFilter } from "@/lib/view/rollout-view";
import { runHref } from "@/lib/view/run-links";
import { findRunName, findTitleRunName } from "@/lib/wire/run-name";

const noRollouts: RolloutPage = { rollouts: [], next: null, total: 0 };

interface RolloutsPageProps {
  readonly params: Promise<{ run: string }>;
  readonly searchParams: Promise<PageParams>;
}

export async function generateMetadata({ params }: RolloutsPageProps): Promise<Metadata> {
  const name = findTitleRunName((await params).run);
  return { title: name === null ? "No such run" : `Rollouts of ${name}` };
}

/** The rollouts behind a mark: which ones is in the address. */
export default async function RolloutsPage({ params, searchParams }: RolloutsPageProps) {
  const name = findRunName((await params).run);
  if (name === null) notFound();
  const asked = readPageParams(await searchParams);
  const query = parseRolloutView(asked);
  const cursor = asked.get("cursor") ?? undefined;
  const list = await readRolloutsPage(getContext().store, { ...toRolloutFilter(name, query), cursor });
  if (list === null) notFound();
  const { run, kinds, sealedSteps } = list;
  // A filter with a slip of the pen shows nothing rather than everything.
  const page = findRolloutFault(query) === null ? list.page : noRollouts;
  const { failureReward, title, tags } = run.settings;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Runs", href: "/" }, { label: title ?? name, href: runHref(name) }, { label: "Rollouts" }]}
      >
        <ReconstructionNote tags={tags} />
      </PageHeader>
      <RemovalNote run={name} />
      <PageMain>
        <RolloutsView
          run={name}
          query={query}
          choices={toRolloutChoices(run, kinds)}
          total={page.total}
          bySplit={{ train: run.coverage.received, eval: run.rollouts - run.coverage.received }}
          first={{ rows: page.rollouts.map((rollout) => toRolloutRow(rollout, failureReward)), next: page.next }}
          failureReward={failureReward}
          sealedSteps={sealedSteps}
        />
      </PageMain>
    </>
  );
}
