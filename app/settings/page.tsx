import type { Metadata } from "next";
import { ProjectsSection } from "@/components/manage/projects-section";
import { RemovalsSection } from "@/components/manage/removals-section";
import { RetentionSection } from "@/components/manage/retention-section";
import { StorageSection } from "@/components/manage/storage-section";
import { AlertSettings } from "@/components/settings/alert-settings";
import { ServerSettings } from "@/components/settings/server-settings";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { getContext } from "@/lib/server/context";
import { readSettingsPage } from "@/lib/server/read-settings-page";

export const metadata: Metadata = { title: "Settings" };

/** Who is told of incidents, what is stored, and which settings hold. */
export default async function SettingsPage() {
  const { webhooks, notices, removals, projects, retention, storage, freeBytes, settings, version, node } =
    await readSettingsPage(getContext());
  const { rollouts, runs, databaseBytes, walBytes } = storage;
  return (
    <>
      <PageHeader crumbs={[{ label: "Settings" }]} />
      <PageMain>
        <AlertSettings
          webhooks={webhooks}
          notices={notices}
          stored={{ rollouts, runs, bytes: databaseBytes + walBytes, freeBytes }}
          renderedAt={Date.now()}
        />
        <RemovalsSection removals={removals} />
        <ProjectsSection projects={projects} />
        <StorageSection />
        <RetentionSection
          // Rules that changed elsewhere on the page are read anew.
          key={retention.rules.map(({ project, version }) => `${project} ${version}`).join()}
          {...retention}
          projects={projects.map(({ project }) => project)}
          renderedAt={Date.now()}
        />
        <ServerSettings {...{ storage, freeBytes, settings, version, node }} />
      </PageMain>
    </>
  );
}
