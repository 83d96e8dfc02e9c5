import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ReportPage } from "@/components/report/report-page";
import { getContext } from "@/lib/server/context";
import { readReportPage } from "@/lib/server/read-report-page";
import { type PageParams, readPageParams } from "@/lib/view/page-params";
import { parseReportView } from "@/lib/view/report/report-view";
import { findRunName, findTitleRunName } from "@/lib/wire/run-name";

export const dynamic = "force-dynamic";

interface PageProps {
  readonly params: Promise<{ readonly run: string }>;
  readonly searchParams: Promise<PageParams>;
}

/** Read once for the title and the page; by text, because that is what a cache can compare. */
const readPage = cache(async (run: string, query: string) => {
  const rule = parseReportView(new URLSearchParams(query));
  const page = await readReportPage(getContext(), run, rule);
  return page === null ? null : { ...page, rule };
});

async function readRequest(run: string | null, searchParams: PageProps["searchParams"]) {
  return run === null ? null : readPage(run, readPageParams(await searchParams).toString());
}

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const page = await readRequest(findTitleRunName((await params).run), searchParams);
  return { title: page === null ? "No such run" : `Post-mortem of ${page.report.title}` };
}

export default async function Page({ params, searchParams }: PageProps) {
  const page = await readRequest(findRunName((await params).run), searchParams);
  if (page === null) notFound();
  return <ReportPage {...page} renderedAt={Date.now()} />;
}
