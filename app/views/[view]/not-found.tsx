import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";

export default function NoSuchView() {
  return (
    <MessagePage
      headline="There is no such view."
      actions={
        <Link href="/" className={buttonClass()}>
          All runs
        </Link>
      }
    >
      <p>
        It was removed, or the link to it is not whole. Saved views are listed where a page is filtered, under Views.
      </p>
    </MessagePage>
  );
}
