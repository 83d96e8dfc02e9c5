import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StepPage } from "@/components/steps/step-page";
import { getContext } from "@/lib/server/context";
import { readStepPage } from "@/lib/server/read-step-page";
import { type PageParams, readPageParams } from "@/lib/view/page-params";
import { parseStepView } from "@/lib/view/step-page-view";
import { findRunName, findTitleRunName } from "@/lib/wire/run-name";

export const dynamic = "force-dynamic";

interface PageProps {
  readonly params: Promise<{ readonly run: string; readonly step: string }>;
  readonly searchParams: Promise<PageParams>;
}

function readStep(text: string): number | null {
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { run, step } = await params;
  return { title: `Step ${readStep(step) ?? "?"} · ${findTitleRunName(run) ?? "no such run"}` };
}

/** One step of a run. */
export default async function Page({ params, searchParams }: PageProps) {
  const asked = await params;
  const [run, step] = [findRunName(asked.run), readStep(asked.step)];
  const view = parseStepView(readPageParams(await searchParams));
  const first = run === null || step === null ? null : await readStepPage(getContext().store, run, step, view);
  if (run === null || step === null || first === null) notFound();
  return <StepPage run={run} step={step} view={view} first={first} />;
}
