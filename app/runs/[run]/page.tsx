import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { RunPage } from "@/components/run/run-page";
import { getContext } from "@/lib/server/context";
import { findRemoval } from "@/lib/server/find-removal";
import { readRunPage } from "@/lib/server/read-run-page";
import { packSnapshot } from "@/lib/view/packed-buckets";
import { runHref } from "@/lib/view/run-links";
import { toRunPageModel } from "@/lib/view/run-page-model";
import { parseRunView } from "@/lib/view/run-view";
import { findRunName, findTitleRunName } from "@/lib/wire/run-name";

export const dynamic = "force-dynamic";

interface PageProps {
  readonly params: Promise<{ readonly run: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** Read once for the title and the page; by text, because that is what a cache can compare. */
const readPage = cache(async (run: string, query: string) => {
  const view = parseRunView(new URLSearchParams(query));
  const snapshot = await readRunPage(getContext().store, run, view);
  return snapshot === null ? null : { snapshot, view };
});

async function readRequest(run: string | null, searchParams: PageProps["searchParams"]) {
  if (run === null) return null;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) query.set(name, first);
  }
  return readPage(run, query.toString());
}

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const page = await readRequest(findTitleRunName((await params).run), searchParams);
  if (page === null) return { title: "No such run" };
  const { detail } = page.snapshot;
  const { sentence } = toRunPageModel(page.snapshot, page.view);
  return { title: `${sentence.title} · ${detail.settings.title ?? detail.run}` };
}

export default async function Page({ params, searchParams }: PageProps) {
  const run = findRunName((await params).run);
  const page = await readRequest(run, searchParams);
  if (page === null) {
    // A run that waits for its removal is hidden here, and brought back there.
    if (run !== null && (await findRemoval(getContext().store, run)) !== null) redirect(`${runHref(run)}/settings`);
    notFound();
  }
  const labelNames = [...Object.keys(page.snapshot.detail.labels), ...page.view.labels.map(([name]) => name)];
  return <RunPage packed={packSnapshot(page.snapshot)} labelNames={[...new Set(labelNames)]} renderedAt={Date.now()} />;
}
