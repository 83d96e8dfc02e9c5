import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { RunSettings } from "@/components/manage/run-settings";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { readRunSettingsPage } from "@/lib/server/read-run-settings-page";
import { runHref } from "@/lib/view/run-links";
import { toWireRun } from "@/lib/wire/run";
import { findRunName, findTitleRunName } from "@/lib/wire/run-name";

export const dynamic = "force-dynamic";

interface SettingsPageProps {
  readonly params: Promise<{ readonly run: string }>;
}

const readPage = cache(async (run: string | null) => {
  return run === null ? null : readRunSettingsPage(getContext(), run);
});

export async function generateMetadata({ params }: SettingsPageProps): Promise<Metadata> {
  const page = await readPage(findTitleRunName((await params).run));
  if (page === null) return { title: "No such run" };
  const { run, name, due_at: dueAt } = page.removal;
  return { title: `${dueAt === null ? "Settings" : "Being removed"} · ${name ?? run}` };
}

/** What is said about a run, whether it is put away, and how it goes. */
export default async function RunSettingsPage({ params }: SettingsPageProps) {
  const page = await readPage(findRunName((await params).run));
  if (page === null) notFound();
  const { detail, removal, projects } = page;
  const { run, name } = removal;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Runs", href: "/" },
          { label: name ?? run, ...(detail === null ? {} : { href: runHref(run) }) },
          { label: "Settings" },
        ]}
      />
      <PageMain>
        <RunSettings
          key={removal.due_at}
          run={detail === null ? null : toWireRun(detail)}
          removal={removal}
          projects={projects}
        />
      </PageMain>
    </>
  );
}
