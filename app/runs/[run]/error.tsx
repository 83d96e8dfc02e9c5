"use client";

import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";

interface ErrorProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

export default function RunError({ error, reset }: ErrorProps) {
  return (
    <>
      <PageHeader crumbs={[{ label: "Runs", href: "/" }]} />
      <main id="content" className="mx-auto max-w-[1440px] px-4 pt-5 sm:px-7">
        <h1 className="text-lead font-semibold">This run could not be shown.</h1>
        <p className="max-w-prose py-3 text-ink-2">
          The server failed while it read the run. What was sent is not lost by that. Try again; if it happens again,
          the server’s log says why{error.digest === undefined ? "" : `, under ${error.digest}`}.
        </p>
        <Button kind="primary" onClick={reset}>
          Try again
        </Button>
      </main>
    </>
  );
}
