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
  /** It ended before it was done, for a reason in a sentence. */
  onFailure(why: string): void;
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
    ? "The connection to the server dropped. What was taken stays; import again to go on from there."
    : `${changed} was changed, moved or removed while it was being sent. What was taken stays; choose the files again.`;
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
    listener.onUnreadable(unreadable);
    if (readable.length === 0) return listener.onFailure("None of the files could be read.");
    const form = new FormData();
    for (const { path, file } of readable) form.append("file", file, path);
    send(request, toAddress(choice), form, {
      ...listener,
      onDrop: () => void explainDrop(readable).then((why) => isCancelled || listener.onFailure(why)),
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
    const why = request.status === 200 ? null : readProblem(request.responseText);
    listener.onFailure(why ?? `The server answered ${request.status} and did not finish. What was taken stays.`);
  };
  // A connection that breaks behind the last line takes nothing back.
  request.onerror = () => isDone || listener.onDrop();
  request.open("POST", address);
  request.send(form);
}
