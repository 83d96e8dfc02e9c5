import { type ImportedFile, isTaken } from "@/lib/core/imported-file";
import { formatNoun } from "@/lib/view/format";
import { describeName, describeOutcome, describeTotals, listRemarks } from "@/lib/view/import-words";

interface ImportResultProps {
  readonly files: readonly ImportedFile[];
  /** What ended it before its end. */
  readonly failure: string | null;
  /** The file that was being read then; empty where it is not known which, null where none was. */
  readonly underWay: string | null;
}

function describeTaken(files: readonly ImportedFile[], underWay: string | null): string {
  if (underWay === null) return files.length === 0 ? "Nothing was imported." : `${describeTotals(files, false)}.`;
  const rest = `Of ${underWay === "" ? "the files" : underWay} there may be some rows in the run.`;
  return files.length === 0 ? rest : `${describeTotals(files, false)}. ${rest}`;
}

/** Those that were not taken whole come first: they are what a reader has to act on. */
function inReadingOrder(files: readonly ImportedFile[]): ImportedFile[] {
  return [...files].sort((a, b) => Number(isTaken(a)) - Number(isTaken(b)));
}

/** A list of a hundred thousand would keep the browser busy for minutes. */
const shownFiles = 500;

/** What was taken and what was refused, file by file. */
export function ImportResult({ files, failure, underWay }: ImportResultProps) {
  const more = files.length - shownFiles;
  return (
    <div>
      {failure !== null && <p className="mb-2 text-critical">{failure}</p>}
      <p className="font-medium break-words">
        <bdi>{describeTaken(files, underWay)}</bdi>
      </p>
      <ul aria-label="Imported files" className="mt-2 max-h-[52vh] overflow-y-auto">
        {inReadingOrder(files)
          .slice(0, shownFiles)
          .map((file, at) => (
            // Two files may have one name, and the list does not change while it is shown.
            // biome-ignore lint/suspicious/noArrayIndexKey: as said.
            <li key={at} className="border-t border-hairline py-1.5">
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
        {more > 0 && (
          <li className="border-t border-hairline py-1.5 text-ink-2">and {formatNoun(more, "more file")}</li>
        )}
      </ul>
    </div>
  );
}
