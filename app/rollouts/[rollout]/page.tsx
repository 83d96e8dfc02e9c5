import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RemovalNote } from "@/components/manage/removal-note";
import { RolloutPage } from "@/components/rollouts/rollout-page";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { ReconstructionNote } from "@/components/ui/reconstruction-note";
import { getContext } from "@/lib/server/context";
import { readRolloutPage } from "@/lib/server/read-rollout-page";
import { listRolloutCrumbs } from "@/lib/view/rollout-crumbs";
import { findKey } from "@/lib/wire/key";

interface PageProps {
  readonly params: Promise<{ rollout: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `Rollout ${(await params).rollout}` };
}

/** One rollout, by our own number for it. */
export default async function Page({ params }: PageProps) {
  const key = findKey((await params).rollout);
  const read = key === null ? null : await readRolloutPage(getContext().store, key);
  if (read === null) notFound();
  const { detail, run } = read;
  return (
    <>
      <PageHeader crumbs={listRolloutCrumbs(detail.rollout, run.settings.title)}>
        <ReconstructionNote tags={run.settings.tags} />
      </PageHeader>
      <RemovalNote run={detail.rollout.run} />
      <PageMain>
        <RolloutPage detail={detail} failureReward={run.settings.failureReward} />
      </PageMain>
    </>
  );
}
