"use client";

import { Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { type EditedSection, toProse } from "@/lib/core/report/edited-report";
import { toParagraphs } from "@/lib/view/report/prose-text";
import { ReportBlockView } from "./report-block";
import { ReportSentenceText } from "./report-sentence";
import { ReportTime } from "./report-time";
import { SectionEditNote } from "./section-edit-note";
import { SectionEditor } from "./section-editor";

interface ReportSectionProps {
  readonly run: string;
  readonly edited: EditedSection;
  readonly charts: ReactNode;
  /** What the reader can choose in it. */
  readonly children?: ReactNode;
}

/** One section: prose that a person may write anew, and numbers that nobody may. */
export function ReportSectionView({ run, edited, charts, children }: ReportSectionProps) {
  const { section, edit, version } = edited;
  const { id, title, prose, blocks } = section;
  const router = useRouter();
  const [isEditing, setEditing] = useState(false);
  return (
    <section id={id} aria-label={title} className="scroll-mt-4 pt-9 print:pt-6">
      <div className="mb-3 flex items-baseline justify-between gap-4 border-b border-hairline-strong pb-1.5 break-after-avoid">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">{title}</h2>
        {!isEditing && (
          <button
            type="button"
            onClick={() => setEditing(true)}
            aria-label={`Edit ${title}`}
            className="inline-flex items-center gap-1.5 text-sm text-ink-2 hover:text-ink print:hidden"
          >
            <Pencil size={13} aria-hidden />
            {id === "notes" && edit === null ? "Write" : "Edit"}
          </button>
        )}
      </div>
      {isEditing ? (
        <SectionEditor
          run={run}
          section={id}
          title={title}
          text={edit?.text ?? toProse(section)}
          version={version}
          onDone={(kept) => {
            setEditing(false);
            if (kept) router.refresh();
          }}
        />
      ) : edit === null ? (
        <Prose prose={prose} isLead={id === "summary"} isEmpty={blocks.length === 0} />
      ) : (
        <>
          <div data-edited className="mb-2 border-l-[3px] border-accent ps-3.5">
            <p className="pb-1 text-xs text-ink-2">
              Edited by {edit.by ?? "someone who gave no name"}, <ReportTime at={edit.at} />
            </p>
            <OwnText text={edit.text} />
          </div>
          <SectionEditNote
            run={run}
            section={id}
            edit={edit}
            version={version}
            prose={prose}
            onChanged={() => router.refresh()}
          />
        </>
      )}
      {children}
      <div className="flex flex-col gap-3">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity.
          <ReportBlockView key={index} run={run} block={block} charts={charts} />
        ))}
      </div>
    </section>
  );
}

interface ProseProps {
  readonly prose: EditedSection["section"]["prose"];
  readonly isLead: boolean;
  readonly isEmpty: boolean;
}

function Prose({ prose, isLead, isEmpty }: ProseProps) {
  if (prose.length === 0 && isEmpty) return <p className="text-ink-2">Nobody wrote any.</p>;
  return prose.map((sentence, index) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity.
      key={index}
      className={`max-w-[46rem] pb-2.5 wrap-anywhere ${isLead && index === 0 ? "text-lg leading-[1.6rem]" : "leading-[1.45rem]"}`}
    >
      <ReportSentenceText sentence={sentence} />
    </p>
  ));
}

/** A person's words, with addresses that lead somewhere. */
function OwnText({ text }: { readonly text: string }) {
  return toParagraphs(text).map((lines, paragraph) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity.
    <p key={paragraph} dir="auto" className="max-w-[46rem] pb-2.5 leading-[1.45rem] wrap-anywhere">
      {lines.map((parts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
        <span key={line} className="block">
          {parts.map(({ text: words, url }, part) =>
            url === null ? (
              words
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no other identity.
              <a key={part} href={url} rel="noopener noreferrer" className="text-link underline">
                {words}
              </a>
            ),
          )}
        </span>
      ))}
    </p>
  ));
}
