"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { runChoices } from "@/lib/view/docs-pages";

export interface TriedParameter {
  readonly name: string;
  readonly place: "path" | "query";
  readonly required: boolean;
  /** Empty: any text. */
  readonly choices: readonly string[];
  readonly example: string;
}

interface TryItProps {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly TriedParameter[];
  /** A run to begin with. The page lists more of them as `runChoices`. */
  readonly run: string | null;
}

interface Outcome {
  readonly head: string;
  readonly body: string;
}

/** As much of an answer as a page shows. */
const shownCharacters = 60_000;
/** How long a stream is listened to. */
const listenMs = 4_000;

async function readSome(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  if (reader === undefined) return text;
  try {
    while (text.length < shownCharacters && !signal.aborted) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
    }
    await reader.cancel();
  } catch {
    // A stream was listened to for long enough.
  }
  return `${text.slice(0, shownCharacters)}\n…`;
}

function format(text: string, type: string): string {
  if (!/json/.test(type) || /ndjson/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, shownCharacters);
  } catch {
    return text;
  }
}

/** Asks this server, and shows what it answers. */
export function TryIt({ id, path, summary, parameters, run }: TryItProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function ask() {
    if (form.current === null) return;
    const told = new FormData(form.current);
    const query = new URLSearchParams();
    let address = path;
    for (const { name, place } of parameters) {
      const value = String(told.get(name) ?? "");
      if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
      else if (value !== "") query.set(name, value);
    }
    const asked = query.size === 0 ? address : `${address}?${query}`;
    const listening = new AbortController();
    const timer = setTimeout(() => listening.abort(), listenMs);
    setAsking(true);
    const start = performance.now();
    try {
      const response = await fetch(asked, { signal: listening.signal });
      const type = response.headers.get("content-type") ?? "";
      const body = await readSome(response, listening.signal);
      const ms = Math.round(performance.now() - start);
      setOutcome({
        head: `${response.status} ${type.split(";")[0]}, ${ms} ms: GET ${asked}`,
        body: format(body, type),
      });
    } catch {
      setOutcome({ head: `No answer: GET ${asked}`, body: "The server did not answer. Is it running?" });
    } finally {
      clearTimeout(timer);
      setAsking(false);
    }
  }

  return (
    <details className="mt-4 rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      <summary className="font-medium">Try it</summary>
      <form
        ref={form}
        aria-label={`Try: ${summary}`}
        className="pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {parameters.map((one) => (
            <Field key={`${one.place} ${one.name}`} id={id} parameter={one} run={run} />
          ))}
        </div>
        <Button type="submit" className="mt-3" disabled={isAsking}>
          {isAsking ? "Asking…" : "Send"}
        </Button>
      </form>
      {outcome !== null && (
        <div role="status" className="pt-3">
          <p className="wrap-anywhere text-ink-2">{outcome.head}</p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
            tabIndex={0}
            className="mt-2 max-h-96 overflow-auto rounded-md bg-paper px-3 py-2.5 text-[0.8125rem] leading-5"
          >
            {outcome.body}
          </pre>
        </div>
      )}
    </details>
  );
}

const inputLook = "h-8 w-full rounded-md border border-control bg-paper px-2 text-sm text-ink";

function Field({
  id,
  parameter,
  run,
}: {
  readonly id: string;
  readonly parameter: TriedParameter;
  readonly run: string | null;
}) {
  const { name, place, required, choices, example } = parameter;
  const isRun = name === "run";
  const first = isRun ? (run ?? example) : place === "path" ? example : "";
  return (
    <div className="w-44 min-w-0">
      <label htmlFor={`${id}-${place}-${name}`} className="block text-xs text-ink-2">
        {name}
        {required && " (required)"}
      </label>
      {choices.length > 0 ? (
        <select id={`${id}-${place}-${name}`} name={name} defaultValue="" className={inputLook}>
          <option value="">unless told</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          id={`${id}-${place}-${name}`}
          name={name}
          required={required}
          defaultValue={first}
          list={isRun ? runChoices : undefined}
          className={inputLook}
        />
      )}
    </div>
  );
}
