import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { Name } from "@/components/ui/name";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { openView } from "@/lib/server/open-view";
import { type PageParams, readPageParams } from "@/lib/view/page-params";
import { viewHref } from "@/lib/view/view-links";
import { findKey } from "@/lib/wire/key";

interface ViewPageProps {
  readonly params: Promise<{ view: string }>;
  readonly searchParams: Promise<PageParams>;
}

export const metadata: Metadata = { title: "Saved view" };

/** A link to a saved view leads to its page. It stops here where there is a choice to make, or nothing left to show. */
export default async function ViewPage({ params, searchParams }: ViewPageProps) {
  const id = findKey((await params).view);
  const run = readPageParams(await searchParams).get("run");
  const opened = id === null ? null : await openView(getContext().store, id, run);
  if (opened === null) notFound();
  if (opened.as === "page") redirect(opened.href);
  const { view } = opened;
  return (
    <>
      <PageHeader crumbs={[{ label: "Runs", href: "/" }, { label: view.name }]} />
      <PageMain>
        <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
          {opened.as === "gone" ? (
            <>
              The run <Name text={opened.run} className="font-semibold text-ink" /> of this view is gone.
            </>
          ) : (
            <>
              <Name text={view.name} className="font-semibold text-ink" /> is a view of any run. Which one?
            </>
          )}
        </h1>
        {opened.as === "gone" ? (
          <p className="mt-4 max-w-2xl text-ink-2">
            It was deleted, or has another name. The view “<bdi>{view.name}</bdi>” is still there: it can be removed
            where views are listed.{" "}
            <Link href="/" className="text-link">
              All runs
            </Link>
          </p>
        ) : (
          <ul className="mt-5 border-t border-hairline">
            {opened.runs.map((one) => (
              <li key={one.run} className="border-b border-hairline py-2">
                <Link href={viewHref(view.id, one.run)} className="quiet-link">
                  <Name text={one.title ?? one.run} />
                </Link>
              </li>
            ))}
            {opened.runs.length === 0 && <li className="py-4 text-ink-2">There is no run yet.</li>}
          </ul>
        )}
      </PageMain>
    </>
  );
}
