"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/settings/text-field";
import { Button } from "@/components/ui/button";
import { readMyName, signed } from "@/components/ui/my-name";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { formatCount, formatNoun } from "@/lib/view/format";
import { projectHref } from "@/lib/view/run-links";
import type { WireProject } from "@/lib/wire/project";
import { manageApi } from "./manage-api";

interface ProjectsSectionProps {
  readonly projects: readonly WireProject[];
}

/** What runs say they belong to, each with a way to call it otherwise. */
export function ProjectsSection({ projects: initial }: ProjectsSectionProps) {
  const router = useRouter();
  const [projects, setProjects] = useState(initial);
  const [renamed, setRenamed] = useState<string | null>(null);

  async function readAgain() {
    setProjects(await manageApi.listProjects());
    setRenamed(null);
    // Rules and webhooks on the same page name projects, too.
    router.refresh();
  }

  return (
    <section aria-label="Projects" className="mt-12 min-w-0">
      <SectionHeading remark={projects.length === 0 ? undefined : formatNoun(projects.length, "project")}>
        Projects
      </SectionHeading>
      {projects.length === 0 ? (
        <p className="py-3 text-sm text-ink-2">
          No run says that it belongs to one. Its settings, or <code>project</code> in the API, do.
        </p>
      ) : (
        <table className="grid-table">
          <caption className="sr-only">Projects, with how many runs and rollouts each has</caption>
          <thead>
            <tr>
              <th scope="col">Project</th>
              <th scope="col" className="numeric">
                Runs
              </th>
              <th scope="col" className="numeric hidden md:table-cell">
                Archived
              </th>
              <th scope="col" className="numeric hidden sm:table-cell">
                Rollouts
              </th>
              <th scope="col" className="hidden sm:table-cell">
                Last heard
              </th>
              <th scope="col">
                <span className="sr-only">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {projects.map(({ project, runs, archived, rollouts, last_seen_at: lastSeenAt }) => (
              <tr key={project}>
                <td className="w-full min-w-0">
                  <Link href={projectHref(project)} prefetch={false}>
                    <Name text={project} limit={48} />
                  </Link>
                </td>
                <td className="numeric">{formatCount(runs)}</td>
                <td className="numeric hidden md:table-cell">{formatCount(archived)}</td>
                <td className="numeric hidden sm:table-cell">{formatCount(rollouts)}</td>
                <td className="hidden whitespace-nowrap sm:table-cell">
                  {lastSeenAt === null ? "never" : <Time at={Date.parse(lastSeenAt)} as="minute" />}
                </td>
                <td>
                  <Button
                    kind="quiet"
                    aria-label={`Rename ${project}`}
                    aria-expanded={renamed === project}
                    onClick={() => setRenamed(renamed === project ? null : project)}
                  >
                    Rename
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {renamed !== null && (
        <RenameForm
          key={renamed}
          project={renamed}
          others={projects.map(({ project }) => project).filter((project) => project !== renamed)}
          onRenamed={readAgain}
          onCancel={() => setRenamed(null)}
        />
      )}
    </section>
  );
}

interface RenameFormProps {
  readonly project: string;
  readonly others: readonly string[];
  readonly onRenamed: () => Promise<void>;
  readonly onCancel: () => void;
}

/** A new name; that of another project makes one of both, and is said to. */
function RenameForm({ project, others, onRenamed, onCancel }: RenameFormProps) {
  const [to, setTo] = useState(project);
  const { isBusy, error, act } = useAct();
  const told = to.trim();
  // What the page does not know of, such as a rule for a project that has no run, the server does.
  const [refused, setRefused] = useState<string | null>(null);
  const isMerging = others.includes(told) || refused === told;

  function rename(event: FormEvent) {
    event.preventDefault();
    void act(async () => {
      const renamed = await manageApi.renameProject({
        from: project,
        to: told,
        merge: isMerging,
        ...signed(readMyName()),
      });
      if (renamed) await onRenamed();
      else setRefused(told);
    });
  }

  return (
    <form onSubmit={rename} className="mt-4 flex max-w-xl flex-col gap-4">
      <TextField
        label={`New name of ${project}`}
        value={to}
        autoFocus
        onChange={setTo}
        note={
          isMerging
            ? `${told} is there: both become one, and are kept as it is, by its rule of retention or by none.`
            : "Its runs, its rule of retention and the filters of webhooks go along. Saved views and trainers that set the old name do not."
        }
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" disabled={isBusy || told === "" || told === project}>
          {isBusy ? "Renaming…" : isMerging ? "Make them one" : "Rename"}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p role="alert" className="text-sm text-critical empty:hidden">
        {error}
      </p>
    </form>
  );
}
