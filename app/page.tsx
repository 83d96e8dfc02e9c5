import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { ImportDrop } from "@/components/imports/import-drop";
import { FirstRollout } from "@/components/runs/first-rollout";
import { RunsView } from "@/components/runs/runs-view";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { allRuns, listRuns } from "@/lib/server/list-runs";
import { toOrigin } from "@/lib/view/first-rollout";
import { packRunRows } from "@/lib/view/packed-run-rows";
import { writeTabTitle } from "@/lib/view/run-list-sentence";
import { toRunRow } from "@/lib/view/run-row";

// Once a request, for the tab's title and for the page.
const readRuns = cache(async () => {
  const { runs, revision } = await listRuns(getContext().store, allRuns);
  return { rows: runs.map(toRunRow), revision };
});

/** The same title as the list keeps: one of its own would overwrite it when the page has loaded. */
export async function generateMetadata(): Promise<Metadata> {
  const { rows } = await readRuns();
  return { title: { absolute: writeTabTitle(rows.filter(({ isArchived }) => !isArchived)) } };
}

/** All runs; on a server without any, how to send the first rollout. */
export default async function RunsPage() {
  const asked = await headers();
  const { config } = getContext();
  const { rows, revision } = await readRuns();
  return (
    <>
      <PageHeader crumbs={[{ label: "Runs" }]} actions={<ImportDrop />} />
      <PageMain>
        <RunsView packed={packRunRows(rows)} revision={revision} renderedAt={Date.now()}>
          <FirstRollout
            origin={toOrigin(asked.get("host"), asked.get("x-forwarded-proto"))}
            needsToken={config.tokens.length > 0}
          />
        </RunsView>
      </PageMain>
    </>
  );
}
