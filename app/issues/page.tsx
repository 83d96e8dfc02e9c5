import type { Metadata } from "next";
import { ReconstructionsProvider } from "@/components/issues/issue-run";
import { IssuesView } from "@/components/issues/issues-view";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { listReconstructions } from "@/lib/server/list-reconstructions";
import { readIssuesPage } from "@/lib/server/read-issues-page";
import { parseIssueView, toIssueFilter } from "@/lib/view/issue-view";
import { type PageParams, readPageParams } from "@/lib/view/page-params";

export const metadata: Metadata = { title: "Issues" };

/** The queue of failure issues across runs: which ones is in the address. */
export default async function IssuesPage({ searchParams }: { readonly searchParams: Promise<PageParams> }) {
  const view = parseIssueView(readPageParams(await searchParams));
  const { page, revision } = await readIssuesPage(getContext().store, toIssueFilter(view));
  return (
    <>
      <PageHeader crumbs={[{ label: "Issues" }]} />
      <PageMain>
        <ReconstructionsProvider runs={await listReconstructions(getContext().store)}>
          <IssuesView initial={page} revision={revision} renderedAt={Date.now()} />
        </ReconstructionsProvider>
      </PageMain>
    </>
  );
}
