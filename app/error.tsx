"use client";

import Link from "next/link";
import { Button, buttonClass } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** What a reader sees when a page broke. The details are in the server's log, under the digest. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <MessagePage
      headline="This page could not be made."
      actions={
        <>
          <Button kind="primary" onClick={reset}>
            Try again
          </Button>
          <Link href="/" className={buttonClass("plain")}>
            All runs
          </Link>
        </>
      }
    >
      <p>
        Something went wrong on the way to it. What was sent to the server is stored as it was acknowledged; only the
        showing failed. Try again; if it stays, the server’s log says why
        {error.digest === undefined ? "." : ", under "}
        {error.digest !== undefined && <code className="text-ink">{error.digest}</code>}
        {error.digest !== undefined && "."}
      </p>
    </MessagePage>
  );
}
