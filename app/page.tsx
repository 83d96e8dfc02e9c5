import type { Metadata } from "next";
import { headers } from "next/headers";
import { ImportDrop } from "@/components/imports/import-drop";
import { FirstRollout } from "@/components/runs/first-rollout";
import { RunsView } from "@/components/runs/runs-view";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { allRuns, listRuns } from "@/lib/server/list-runs";
import { toOrigin } from "@/lib/view/first-rollout";
import { toRunRow } from "@/lib/view/run-row";

export const metadata: Metadata = { title: "Runs" };

/** All runs; on a server without any, how to send the first rollout. */
export default async function RunsPage() {
  const asked = await headers();
  const { store, config } = getContext();
  const { runs, revision } = await listRuns(store, allRuns);
  return (
    <>
      <PageHeader crumbs={[{ label: "Runs" }]} actions={<ImportDrop run={null} />} />
      <PageMain>
        <RunsView rows={runs.map(toRunRow)} revision={revision} renderedAt={Date.now()}>
          <FirstRollout
            origin={toOrigin(asked.get("host"), asked.get("x-forwarded-proto"))}
            needsToken={config.token !== null}
          />
        </RunsView>
      </PageMain>
    </>
  );
}
