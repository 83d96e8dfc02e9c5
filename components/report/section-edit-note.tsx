"use client";

import { useState } from "react";
import type { ReportSectionId, ReportSentence } from "@/lib/core/report/document";
import type { SectionEdit } from "@/lib/core/report/edited-report";
import { ReportSentenceText } from "./report-sentence";
import { ReportTime } from "./report-time";
import { readHistory, type SectionHistory, sendSection } from "./send-section";

interface EditNoteProps {
  readonly run: string;
  readonly section: ReportSectionId;
  readonly edit: SectionEdit;
  readonly version: number;
  /** What the machine wrote. */
  readonly prose: readonly ReportSentence[];
  readonly onChanged: () => void;
}

/** Whose words they are, what the data says instead, and what changed in it since. */
export function SectionEditNote({ run, section, edit, version, prose, onChanged }: EditNoteProps) {
  const [error, setError] = useState<string | null>(null);

  async function giveBack() {
    const kept = await sendSection(run, section, null, version);
    if (kept.as === "kept") onChanged();
    else setError(kept.as === "failed" ? kept.why : "Somebody else edited it meanwhile. Reload the page to see it.");
  }

  return (
    <div className="pb-3 text-sm">
      {edit.change !== null && <Change change={edit.change} />}
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-2 print:hidden">
        {prose.length > 0 && (
          <details className="open:basis-full">
            <summary className="hover:text-ink">What is written from the data</summary>
            <div className="max-w-[46rem] border-l border-hairline-strong ps-3 pt-1">
              {prose.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity.
                <p key={index} className="pb-2">
                  <ReportSentenceText sentence={sentence} />
                </p>
              ))}
            </div>
          </details>
        )}
        <button type="button" onClick={giveBack} className="text-link underline">
          {prose.length > 0 ? "Use that again" : "Remove it"}
        </button>
        <History run={run} section={section} />
      </div>
      {error !== null && (
        <p role="alert" className="pt-1 text-critical">
          {error}
        </p>
      )}
    </div>
  );
}

function Change({ change }: { readonly change: NonNullable<SectionEdit["change"]> }) {
  const { was, now } = change;
  return (
    <div className="mb-2 max-w-[46rem] border-l-[3px] border-warning bg-sunken px-3 py-2">
      <p className="font-semibold">The data has changed since this was edited.</p>
      <details>
        <summary className="text-ink-2 hover:text-ink">What changed</summary>
        {was.length > 0 && <Lines title="Then" lines={was} />}
        {now.length > 0 && <Lines title="Now" lines={now} />}
      </details>
    </div>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div className="pt-1">
      <h4 className="text-xs font-semibold text-ink-2">{title}</h4>
      <ul className="list-disc ps-4">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same.
          <li key={index} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every edit there was, read when it is asked for. */
function History({ run, section }: { readonly run: string; readonly section: ReportSectionId }) {
  const [history, setHistory] = useState<SectionHistory | "failed" | null>(null);
  return (
    <details
      className="open:basis-full"
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        readHistory(run, section).then((read) => setHistory(read ?? "failed"));
      }}
    >
      <summary className="hover:text-ink">History</summary>
      {history === null && <p className="pt-1">Reading…</p>}
      {history === "failed" && <p className="pt-1 text-critical">The server did not say. Close and open this again.</p>}
      {history !== null && history !== "failed" && (
        <ol className="max-w-[46rem] pt-1">
          {history.map(({ version, text, by, at }) => (
            <li key={version} className="border-l border-hairline-strong pb-2 ps-3">
              <span className="text-ink">
                {by ?? "someone who gave no name"}, <ReportTime at={Date.parse(at)} />
              </span>
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {text ?? "gave it back to what is written from the data"}
              </p>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
