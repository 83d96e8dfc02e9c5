import { type ImportedFile, isTaken } from "@/lib/core/imported-file";
import { describeName, describeOutcome, describeTotals, listRemarks } from "@/lib/view/import-words";

interface ImportResultProps {
  readonly files: readonly ImportedFile[];
  /** What ended it before its end. */
  readonly failure: string | null;
}

/** Those that were not taken whole come first: they are what a reader has to act on. */
function inReadingOrder(files: readonly ImportedFile[]): ImportedFile[] {
  return [...files].sort((a, b) => Number(isTaken(a)) - Number(isTaken(b)));
}

/** What was taken and what was refused, file by file. */
export function ImportResult({ files, failure }: ImportResultProps) {
  return (
    <div>
      {failure !== null && <p className="mb-2 text-critical">{failure}</p>}
      <p className="font-medium">{files.length === 0 ? "Nothing was imported." : `${describeTotals(files, false)}.`}</p>
      <ul aria-label="Imported files" className="mt-2 max-h-72 overflow-y-auto">
        {inReadingOrder(files).map((file) => (
          <li key={file.file} className="border-t border-hairline py-1.5">
            <p className="font-mono text-xs break-all">
              <bdi>{describeName(file)}</bdi>
            </p>
            <p className={file.refusal === null ? "text-ink-2" : "text-critical"}>{describeOutcome(file, false)}</p>
            {listRemarks(file).map((remark) => (
              <p key={remark} className="ps-3 text-xs break-words text-ink-2">
                <bdi>{remark}</bdi>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
