import type { ReactNode } from "react";
import { PageHeader } from "./page-header";
import { PageMain } from "./page-main";

interface MessagePageProps {
  /** What happened. */
  readonly headline: string;
  /** What it means and what to do. */
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** A page that has nothing to show but why. */
export function MessagePage({ headline, children, actions }: MessagePageProps) {
  return (
    <>
      <PageHeader crumbs={[]} />
      <PageMain>
        <div className="max-w-2xl py-[8vh]">
          <h1 className="text-lead font-semibold tracking-[-0.012em]">{headline}</h1>
          <div className="mt-2 flex flex-col gap-2 text-ink-2">{children}</div>
          <div className="mt-5 flex flex-wrap gap-2">{actions}</div>
        </div>
      </PageMain>
    </>
  );
}
