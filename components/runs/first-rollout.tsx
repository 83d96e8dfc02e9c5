import Link from "next/link";
import { CodeBlock } from "@/components/ui/code-block";
import { SectionHeading } from "@/components/ui/section-heading";
import { listFirstRolloutSnippets } from "@/lib/view/first-rollout";
import { importable } from "@/lib/view/importable";
import { DemoStarter } from "./demo-starter";

interface FirstRolloutProps {
  readonly origin: string;
  /** Whether requests must carry a token. */
  readonly needsToken: boolean;
}

/** What an empty server says: how a first rollout gets in, and what it looks like when there are many. */
export function FirstRollout({ origin, needsToken }: FirstRolloutProps) {
  return (
    <>
      <h1 className="max-w-3xl text-lead tracking-[-0.012em] text-ink-2">
        <span className="font-semibold text-ink">No runs yet.</span> Send a rollout’s verify response, and its run is
        here a second later: what came back scored, what was masked or failed, and since when.
      </h1>
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section className="min-w-0">
          <SectionHeading remark="it creates its run">Send a first rollout</SectionHeading>
          <div className="mt-3 flex flex-col gap-4">
            {listFirstRolloutSnippets(origin, needsToken).map(({ label, code }) => (
              <CodeBlock key={label} label={label} code={code} />
            ))}
          </div>
        </section>
        <div className="flex min-w-0 flex-col gap-10">
          <section>
            <SectionHeading>Or look at one that went wrong</SectionHeading>
            <div className="mt-3">
              <DemoStarter />
            </div>
          </section>
          <section>
            <SectionHeading>Or import what was written</SectionHeading>
            <p className="mt-3 text-ink-2">
              Drop files or a run’s whole folder on this page, or choose them with <em>Import files</em> at its top:{" "}
              {importable}.{" "}
              <Link href="/docs" className="text-link">
                How each is read, and everything else
              </Link>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}
