import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { IssuePage } from "@/components/issues/issue-page";
import { ReconstructionsProvider } from "@/components/issues/issue-run";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { listReconstructions } from "@/lib/server/list-reconstructions";
import { readIssuePage } from "@/lib/server/read-issues-page";
import { findKey } from "@/lib/wire/key";

interface PageProps {
  readonly params: Promise<{ issue: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `Issue ${(await params).issue}` };
}

/** One failure issue, by our own number for it. */
export default async function Page({ params }: PageProps) {
  const id = findKey((await params).issue);
  const read = id === null ? null : await readIssuePage(getContext().store, id);
  if (read === null) notFound();
  return (
    <>
      <PageHeader crumbs={[{ label: "Issues", href: "/issues" }, { label: `Issue ${read.issue.id}` }]} />
      <PageMain>
        <ReconstructionsProvider runs={await listReconstructions(getContext().store)}>
          <IssuePage key={read.issue.id} initial={read.issue} revision={read.revision} />
        </ReconstructionsProvider>
      </PageMain>
    </>
  );
}
