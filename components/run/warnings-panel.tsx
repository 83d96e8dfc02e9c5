import Link from "next/link";
import { SectionHeading } from "@/components/ui/section-heading";
import { visibleText } from "@/lib/view/format";
import type { Counted } from "@/lib/view/run-links";
import type { Warning } from "@/lib/view/warnings";

interface WarningsPanelProps {
  readonly warnings: readonly Warning[];
  readonly hrefOf: (counted: Counted) => string;
}

/** What a reader of these numbers should know; absent where there is nothing. */
export function WarningsPanel({ warnings, hrefOf }: WarningsPanelProps) {
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Worth knowing">
      <SectionHeading>Worth knowing</SectionHeading>
      <ul>
        {warnings.map((warning) => (
          <li key={warning.id} className="border-b border-hairline py-2 text-sm leading-5 text-ink-2 last:border-b-0">
            <span className="wrap-anywhere">{visibleText(warning.text)}</span>
            {warning.counted !== null && (
              <>
                {" "}
                <Link href={hrefOf(warning.counted)} prefetch={false} className="text-link underline whitespace-nowrap">
                  See them
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
