import type { Metadata } from "next";
import { AlertSettings } from "@/components/settings/alert-settings";
import { ServerSettings } from "@/components/settings/server-settings";
import { PageHeader } from "@/components/ui/page-header";
import { PageMain } from "@/components/ui/page-main";
import { Phrase } from "@/components/ui/phrase";
import { getContext } from "@/lib/server/context";
import { readSettingsPage } from "@/lib/server/read-settings-page";
import { describeSettings } from "@/lib/view/settings-sentence";

export const metadata: Metadata = { title: "Settings" };

/** Who is told of incidents, what is stored, and which settings hold. */
export default async function SettingsPage() {
  const { webhooks, notices, storage, freeBytes, settings, version, node } = await readSettingsPage(getContext());
  const sentence = describeSettings({
    webhooks: webhooks.map(({ name, paused, failures, waiting }) => {
      return { name, isPaused: paused, isFailing: failures > 0, waiting };
    }),
    rollouts: storage.rollouts,
    runs: storage.runs,
    bytes: storage.databaseBytes + storage.walBytes,
    freeBytes,
  });
  return (
    <>
      <PageHeader crumbs={[{ label: "Settings" }]} />
      <PageMain>
        <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
          <Phrase parts={sentence} />
        </h1>
        <AlertSettings webhooks={webhooks} notices={notices} renderedAt={Date.now()} />
        <ServerSettings {...{ storage, freeBytes, settings, version, node }} />
      </PageMain>
    </>
  );
}
