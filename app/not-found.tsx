import type { Metadata } from "next";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";

export const metadata: Metadata = { title: "Not here" };

export default function NotFound() {
  return (
    <MessagePage
      headline="There is nothing at this address."
      actions={
        <Link href="/" className={buttonClass("plain")}>
          All runs
        </Link>
      }
    >
      <p>
        The run or rollout may have been deleted, or it lives on another server, or the address is mistyped: a run’s
        name stands in it percent-encoded, letter for letter.
      </p>
    </MessagePage>
  );
}
