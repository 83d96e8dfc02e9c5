import { toOneLine } from "@/lib/core/one-line";
import { readString } from "@/lib/view/json-value";
import { WireImportEvent } from "@/lib/wire/import-events";
import type { ChosenFile } from "./gather-files";
import { partReadable } from "./part-readable";

export interface ImportChoice {
  readonly run: string;
  /** As it was typed; empty where the files say it. */
  readonly step: string;
  readonly isEval: boolean;
  readonly generationsPerPrompt: string;
  /** The run has ended; null until the reader says either. */
  readonly hasEnded: boolean | null;
}

export interface ImportListener {
  /** Files that are left out because the browser can't read them; told before anything is sent. */
  onUnreadable(paths: readonly string[]): void;
  onSent(bytes: number, total: number): void;
  onEvent(event: WireImportEvent): void;
  /** It ended before it was done. */
  onFailure(failure: SendFailure): void;
}

export interface SendFailure {
  /** In sentences. */
  readonly why: string;
  /** They say, too, what became of the files: they are the server's. */
  readonly saysAll: boolean;
}

function toAddress({ run, step, isEval, generationsPerPrompt, hasEnded }: ImportChoice): string {
  const query = new URLSearchParams();
  if (step !== "") query.set("step", step);
  if (isEval) query.set("split", "eval");
  if (generationsPerPrompt !== "") query.set("generations_per_prompt", generationsPerPrompt);
  if (hasEnded === true) query.set("finished", "true");
  const text = query.toString();
  return `/api/v1/runs/${encodeURIComponent(run)}/imports${text === "" ? "" : `?${text}`}`;
}

function readProblem(text: string): string | null {
  try {
    return readString(JSON.parse(text), "detail");
  } catch {
    return null;
  }
}

/** null for a line that is none of ours, such as one that a proxy put there: without `done` it is told that it did not end. */
function readEvent(line: string): WireImportEvent | null {
  try {
    const event = WireImportEvent.safeParse(JSON.parse(line));
    return event.success ? event.data : null;
  } catch {
    return null;
  }
}

/** A file that changes while it is sent ends the request just as a server does that goes away. */
async function explainDrop(files: readonly ChosenFile[]): Promise<string> {
  const [changed] = (await partReadable(files)).unreadable;
  return changed === undefined
    ? "The connection to the server dropped."
    : `${toOneLine(changed)} was changed, moved or removed while it was being sent.`;
}

/** Names of files that are not sent, without the folder that the server leaves out where all that are sent are in it. */
function showAlike(unreadable: readonly string[], sent: readonly ChosenFile[]): string[] {
  const folder = `${(sent[0]?.path ?? unreadable[0] ?? "").split("/")[0]}/`;
  const isShared = sent.every(({ path }) => path.startsWith(folder));
  return unreadable.map((path) => (isShared && path.startsWith(folder) ? path.slice(folder.length) : path));
}

/**
 * Sends the files that can be read to be imported, and tells of it as it goes. By XMLHttpRequest, because fetch does
 * not tell how much of a body was sent.
 *
 * @returns what cancels it.
 */
export function sendImport(choice: ImportChoice, files: readonly ChosenFile[], listener: ImportListener): () => void {
  const request = new XMLHttpRequest();
  let isCancelled = false;
  void partReadable(files).then(({ readable, unreadable }) => {
    if (isCancelled) return;
    listener.onUnreadable(showAlike(unreadable, readable));
    if (readable.length === 0) return listener.onFailure({ why: "None of the files could be read.", saysAll: false });
    listener.onSent(
      0,
      readable.reduce((sum, { file }) => sum + file.size, 0),
    );
    const form = new FormData();
    for (const { path, file } of readable) form.append("file", file, path);
    send(request, toAddress(choice), form, {
      ...listener,
      onDrop: () =>
        void explainDrop(readable).then((why) => isCancelled || listener.onFailure({ why, saysAll: false })),
    });
  });
  return () => {
    isCancelled = true;
    request.abort();
  };
}

interface RequestListener extends Omit<ImportListener, "onUnreadable"> {
  onDrop(): void;
}

function send(request: XMLHttpRequest, address: string, form: FormData, listener: RequestListener): void {
  let read = 0;
  let isDone = false;
  const readLines = () => {
    if (request.status !== 200) return;
    const text = request.responseText;
    for (let end = text.indexOf("\n", read); end >= 0; end = text.indexOf("\n", read)) {
      const event = readEvent(text.slice(read, end));
      read = end + 1;
      if (event === null) continue;
      isDone ||= event.event === "done";
      listener.onEvent(event);
    }
  };
  request.upload.onprogress = ({ loaded, total }) => listener.onSent(loaded, total);
  request.onprogress = readLines;
  request.onload = () => {
    readLines();
    if (isDone) return;
    const told = request.status === 200 ? null : readProblem(request.responseText);
    const why = told ?? `The server answered ${request.status} and did not finish.`;
    listener.onFailure({ why, saysAll: told !== null });
  };
  // A connection that breaks behind the last line takes nothing back.
  request.onerror = () => isDone || listener.onDrop();
  request.open("POST", address);
  request.send(form);
}
