import { type ImportedFile, isTaken } from "@/lib/core/imported-file";
import { escapeUnseen, toOneLine } from "@/lib/core/one-line";
import { formatNoun } from "@/lib/view/format";
import { describeKind, describeOutcome, listRemarks } from "@/lib/view/import-words";

/** A list of a hundred thousand would keep the browser busy for minutes. */
const shownFiles = 500;
/** More files that went well are folded: there is nothing to do about them. */
const mostUnfolded = 8;
/** Of a file's remarks, the rest folded. */
const firstRemarks = 3;

/** Words in quotes stay on one line, where they are few. */
function Quoting({ text }: { readonly text: string }) {
  const parts = text.split(/("[^"]{1,32}")/);
  return (
    <bdi>
      {parts.map((part, at) =>
        // What stands in the brackets of the pattern is every second one.
        at % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text do not change places.
          <span key={at} className="whitespace-nowrap">
            {part}
          </span>
        ),
      )}
    </bdi>
  );
}

/** An import that ended early did not reach all, or not their end. */
function isWhole(file: ImportedFile): boolean {
  return file.finished && isTaken(file);
}

function sayOutcome(file: ImportedFile): string {
  if (file.finished || file.kind === "inputs") return describeOutcome(file, false);
  return file.rows === 0 ? "nothing of it was taken" : `${describeOutcome(file, false)}; not read to its end`;
}

function FileName({ file }: { readonly file: ImportedFile }) {
  const kind = describeKind(file);
  return (
    <span className="min-w-0 text-xs wrap-anywhere">
      <bdi className="font-mono">{toOneLine(file.file)}</bdi>
      {kind !== null && (
        <>
          {" "}
          <span className="inline-block text-ink-2">({kind})</span>
        </>
      )}
    </span>
  );
}

function Remark({ text }: { readonly text: string }) {
  return (
    <p className="text-xs wrap-anywhere text-ink-2">
      <Quoting text={text} />
    </p>
  );
}

function Remarks({ file }: { readonly file: ImportedFile }) {
  const remarks = listRemarks(file);
  const rest = remarks.slice(firstRemarks);
  return (
    <>
      {remarks.slice(0, firstRemarks).map((remark) => (
        <Remark key={remark} text={remark} />
      ))}
      {rest.length > 0 && (
        <details className="text-xs">
          <summary className="cursor-pointer text-ink-2 hover:text-ink">
            {formatNoun(rest.length, "more remark")}
          </summary>
          {rest.map((remark) => (
            <Remark key={remark} text={remark} />
          ))}
        </details>
      )}
    </>
  );
}

/** Of a file that was refused whole: why, and folded what else it could have been. */
function Refusal({ refusal, wanted }: { readonly refusal: string; readonly wanted: string | null }) {
  return (
    <div className="wrap-anywhere">
      <p>
        <span className="text-critical">refused:</span> <Quoting text={escapeUnseen(refusal)} />
      </p>
      {wanted !== null && (
        <details className="text-xs">
          <summary className="cursor-pointer text-ink-2 hover:text-ink">What it should be</summary>
          <p className="text-ink-2">expected {escapeUnseen(wanted)}</p>
        </details>
      )}
    </div>
  );
}

/** Beside a name there is room for so many characters. */
const longestBeside = 32;

function FileItem({ file }: { readonly file: ImportedFile }) {
  const outcome = sayOutcome(file);
  const isBeside = outcome.length <= longestBeside;
  return (
    <li className="border-t border-hairline py-1.5">
      {file.refusal !== null && file.rows === 0 ? (
        <>
          <FileName file={file} />
          <Refusal refusal={file.refusal} wanted={file.wanted} />
        </>
      ) : (
        <div className={isBeside ? "items-baseline justify-between gap-4 sm:flex" : ""}>
          <FileName file={file} />
          <p className="shrink-0 text-ink-2">{outcome}</p>
        </div>
      )}
      <Remarks file={file} />
    </li>
  );
}

function FileList({ label, files }: { readonly label: string; readonly files: readonly ImportedFile[] }) {
  const more = files.length - shownFiles;
  return (
    <ul aria-label={label} className="mt-1">
      {files.slice(0, shownFiles).map((file, at) => (
        // Two files may have one name, and the list does not change while it is shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: as said.
        <FileItem key={at} file={file} />
      ))}
      {more > 0 && <li className="border-t border-hairline py-1.5 text-ink-2">and {formatNoun(more, "more file")}</li>}
    </ul>
  );
}

/** What was taken and what was refused, file by file: first those that were not taken whole, which a reader has to act on. */
export function ImportedFiles({ files }: { readonly files: readonly ImportedFile[] }) {
  const taken = files.filter(isWhole);
  const others = files.filter((file) => !isWhole(file));
  return (
    <>
      {others.length > 0 && (
        <section>
          <h3 className="font-medium">Not taken whole: {formatNoun(others.length, "file")}</h3>
          <FileList label="Files not taken whole" files={others} />
        </section>
      )}
      {taken.length > 0 && (
        <details open={taken.length <= mostUnfolded}>
          <summary className="cursor-pointer font-medium">Taken: {formatNoun(taken.length, "file")}</summary>
          <FileList label="Files taken" files={taken} />
        </details>
      )}
    </>
  );
}
