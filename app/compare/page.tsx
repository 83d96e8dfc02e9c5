import type { Metadata } from "next";
import { cache } from "react";
import { ComparePage } from "@/components/compare/compare-page";
import { RunChooser } from "@/components/compare/run-chooser";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { readComparePage } from "@/lib/server/read-compare-page";
import { writeCompareTitle } from "@/lib/view/compare-notes";
import { parseCompareView } from "@/lib/view/compare-view";
import { type PageParams, readPageParams } from "@/lib/view/page-params";

export const dynamic = "force-dynamic";

interface PageProps {
  readonly searchParams: Promise<PageParams>;
}

/** Read once for the title and the page; by text, because that is what a cache can compare. */
const readPage = cache(async (query: string) => {
  const params = new URLSearchParams(query);
  const view = parseCompareView(params);
  return { view, page: await readComparePage(getContext().store, view, params.get("choose") === "1") };
});

async function readRequest({ searchParams }: PageProps) {
  return readPage(readPageParams(await searchParams).toString());
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { page } = await readRequest(props);
  return { title: page.kind === "choose" ? "Compare runs" : writeCompareTitle(page.found.comparison) };
}

export default async function Page(props: PageProps) {
  const { view, page } = await readRequest(props);
  return (
    <>
      <PageHeader crumbs={[{ label: "Runs", href: "/" }, { label: "Compare" }]} />
      <PageMain>
        {page.kind === "choose" ? (
          <>
            <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">{page.why}</h1>
            {page.runs.length > 0 && <RunChooser runs={page.runs} chosen={page.chosen} key={page.chosen.join("\n")} />}
          </>
        ) : (
          <ComparePage {...page.found} title={`${writeCompareTitle(page.found.comparison)} · Falsezero`} view={view} />
        )}
      </PageMain>
    </>
  );
}
