"use client";

import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { keepMyName, readMyName } from "@/components/ui/my-name";
import { Segmented } from "@/components/ui/segmented";
import { type Annotation, type AnnotationKind, annotationKinds } from "@/lib/core/annotation";
import {
  type AnnotatedThing,
  type AnnotationPlace,
  annotatedThings,
  readPlace,
  thingOf,
  toTypedTime,
} from "@/lib/view/annotation-place";
import { visibleText } from "@/lib/view/format";
import { patchAnnotation, postAnnotation, type WrittenAnnotation } from "./send-annotation";

interface AnnotationFormProps {
  readonly run: string;
  /** What it is of at first. */
  readonly place: AnnotationPlace;
  /** The one that is changed, as it is now; null: a new one. */
  readonly changed: Annotation | null;
  /** What was typed before and not kept. */
  readonly draft?: string;
  readonly onDraft?: (text: string) => void;
  /** It was kept, or given up. */
  readonly onDone: () => void;
}

const things = annotatedThings.map((value) => ({ value, label: value === "run" ? "whole run" : value }));
const kinds = annotationKinds.map((value) => ({ value, label: value }));
const field = "h-8 rounded-md border border-control bg-paper px-2 text-sm text-ink";
const label = "flex flex-col gap-1 text-xs text-ink-2";

/** Writes an annotation, or changes one. It closes only when it was kept. */
export function AnnotationForm({ run, place, changed, draft = "", onDraft, onDone }: AnnotationFormProps) {
  const [thing, setThing] = useState<AnnotatedThing>(thingOf(place));
  const [kind, setKind] = useState<AnnotationKind>(changed?.kind ?? "note");
  const [version, setVersion] = useState(changed?.version ?? 0);
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: string | null }>({
    busy: false,
    error: null,
  });
  const isOvertaken = changed !== null && changed.version !== version;

  async function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string) => String(fields.get(name) ?? "");
    const typed = readPlace({ thing, step: read("step"), toStep: read("to"), at: read("at") });
    const text = read("text").trim();
    if ("wrong" in typed) return setState({ busy: false, error: typed.wrong });
    if (text === "") return setState({ busy: false, error: "Say something first." });
    const name = read("name").trim();
    keepMyName(name);
    setState({ busy: true, error: null });
    const written: WrittenAnnotation = { place: typed.place, text, kind, name };
    const error =
      changed === null
        ? await postAnnotation(run, written)
        : await patchAnnotation(run, changed.id, version, keepMoment(written, changed));
    setState({ busy: false, error });
    if (error !== null) return;
    onDraft?.("");
    onDone();
  }

  function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  return (
    <form
      onSubmit={keep}
      aria-label={changed === null ? "New annotation" : "Change the annotation"}
      className="flex w-80 max-w-full flex-col gap-3"
    >
      <div className="-ms-1.5 flex flex-wrap items-center justify-between gap-x-3">
        <Segmented label="What it is about" value={thing} options={things} onChange={setThing} />
      </div>
      {thing === "moment" && (
        <label className={label}>
          When, by your clock
          <input
            name="at"
            type="datetime-local"
            step={1}
            required
            defaultValue={toTypedTime(place.at ?? Date.now())}
            className={field}
          />
        </label>
      )}
      {(thing === "step" || thing === "range") && (
        <div className="flex gap-3">
          <label className={label}>
            {thing === "range" ? "From step" : "Step"}
            <input
              name="step"
              inputMode="numeric"
              required
              defaultValue={place.step ?? ""}
              className={`${field} w-28`}
            />
          </label>
          {thing === "range" && (
            <label className={label}>
              To step
              <input
                name="to"
                inputMode="numeric"
                required
                defaultValue={place.toStep ?? place.step ?? ""}
                className={`${field} w-28`}
              />
            </label>
          )}
        </div>
      )}
      <label className={label}>
        What there is to say
        <textarea
          name="text"
          dir="auto"
          rows={4}
          maxLength={10_000}
          required
          defaultValue={changed?.text ?? draft}
          onChange={(event) => onDraft?.(event.currentTarget.value)}
          onKeyDown={submitByKey}
          className="max-h-80 min-h-20 resize-y rounded-md border border-control bg-paper px-2 py-1.5 text-sm text-ink"
        />
      </label>
      <div className="-ms-1.5">
        <Segmented label="Kind" value={kind} options={kinds} onChange={setKind} />
      </div>
      <label className={label}>
        Your name
        <input
          name="name"
          dir="auto"
          maxLength={200}
          defaultValue={readMyName()}
          autoComplete="off"
          className={field}
        />
      </label>
      {isOvertaken && (
        <div role="alert" className="rounded-md bg-sunken p-2">
          <p>
            <bdi>{visibleText(changed.changedBy ?? "Someone")}</bdi> changed it while you wrote. It now says:
          </p>
          <p dir="auto" className="my-1 line-clamp-4 wrap-anywhere whitespace-pre-wrap text-ink-2">
            {visibleText(changed.text)}
          </p>
          <Button className="h-7 px-2" onClick={() => setVersion(changed.version)}>
            Write mine over it
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary" disabled={state.busy || isOvertaken}>
          {state.busy ? "Keeping…" : changed === null ? "Annotate" : "Keep changes"}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <p role="alert" className="text-critical empty:hidden">
        {state.error}
      </p>
    </form>
  );
}

/** One that is of steps and has a moment too keeps that moment: the form shows one of the two. */
function keepMoment(written: WrittenAnnotation, { step, at }: Annotation): WrittenAnnotation {
  if (step === null || written.place.step === null) return written;
  return { ...written, place: { ...written.place, at } };
}
