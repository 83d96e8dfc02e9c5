import Link from "next/link";
import { KindName } from "@/components/ui/kind-name";
import { Name } from "@/components/ui/name";
import type { ReportPart, ReportSentence } from "@/lib/core/report/document";
import { ReportTime } from "./report-time";

const looks = {
  plain: "",
  strong: "font-semibold text-ink",
  dim: "text-ink-2",
  kind: "",
  name: "",
} as const satisfies Readonly<Record<ReportPart["as"], string>>;

/** Words of a post-mortem, each number a door to what it counts. */
export function ReportSentenceText({ sentence }: { readonly sentence: ReportSentence }) {
  return sentence.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity.
    return <Part key={index} part={part} />;
  });
}

function Part({ part }: { readonly part: ReportPart }) {
  if (part.href === undefined) return <Words part={part} />;
  return (
    <Link
      href={part.href}
      prefetch={false}
      className="underline decoration-ink-3/50 underline-offset-[0.18em] hover:decoration-ink"
    >
      <Words part={part} />
    </Link>
  );
}

function Words({ part: { as, text, at } }: { readonly part: ReportPart }) {
  if (at !== undefined) {
    return (
      <span className={looks[as]}>
        <ReportTime at={at} />
      </span>
    );
  }
  if (as === "kind") return <KindName kind={text} />;
  if (as === "name") return <Name text={text} limit={400} />;
  return looks[as] === "" ? text : <span className={looks[as]}>{text}</span>;
}
