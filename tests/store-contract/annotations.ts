import { expect, test } from "vitest";
import type { Annotation, AnnotationChange } from "@/lib/core/annotation";
import { noon, type Promises, present } from "../tested-store";

const minute = 60_000;

const note = { step: 61, toStep: 80, at: null, text: "pool b lost its sessions <b>", kind: "note" } as const;

function change(of: Annotation, told: AnnotationChange["told"], by = "grace"): AnnotationChange {
  return { version: of.version, by, told, isRemoved: undefined };
}

export const annotationPromises: Promises = (tested) => {
  test("a note is kept as it was written", async () => {
    const { store, run } = tested();
    const told = { ...note, at: noon - minute, author: "ada" };
    const kept = await store.triage.appendAnnotation(run, told, noon);
    const unchanged = { version: 1, changedAt: null, changedBy: null, removedAt: null };
    expect(kept).toEqual({ id: kept.id, ...told, createdAt: noon, ...unchanged });
    expect(await store.triage.listAnnotations(run)).toEqual([kept]);
    expect(present(await store.reader.readRun(run)).annotations).toEqual([kept]);
  });

  test("what it said before is kept beside what it says now, with who changed it and when", async () => {
    const { store, run } = tested();
    const made = await store.triage.appendAnnotation(run, { ...note, author: "ada" }, noon);
    const changed = present(
      await store.triage.changeAnnotation(
        run,
        made.id,
        change(made, { text: "pools b and c", toStep: null }),
        noon + minute,
      ),
    );
    expect(changed).toEqual({
      ...made,
      text: "pools b and c",
      toStep: null,
      version: 2,
      changedAt: noon + minute,
      changedBy: "grace",
    });
    expect(await store.triage.listAnnotations(run)).toEqual([changed]);
    expect(await store.triage.readAnnotation(run, made.id)).toEqual({
      annotation: changed,
      revisions: [
        { version: 1, act: "made", by: "ada", madeAt: noon, ...note },
        {
          version: 2,
          act: "changed",
          by: "grace",
          madeAt: noon + minute,
          ...note,
          text: "pools b and c",
          toStep: null,
        },
      ],
    });
  });

  test("one that was removed is in no list, keeps its history, and can be brought back", async () => {
    const { store, run } = tested();
    const { triage } = store;
    const made = await triage.appendAnnotation(run, { ...note, author: null }, noon);
    const other = await triage.appendAnnotation(run, { ...note, text: "another", author: null }, noon);
    const removal = { version: 1, by: "ada", told: {}, isRemoved: true };
    const removed = present(await triage.changeAnnotation(run, made.id, removal, noon + minute));
    expect(removed).toMatchObject({ version: 2, removedAt: noon + minute, changedBy: "ada", text: note.text });
    expect(await triage.listAnnotations(run)).toEqual([other]);
    expect(present(await store.reader.readRun(run)).annotations).toEqual([other]);
    expect(await triage.listRemovedAnnotations(run)).toEqual([removed]);
    await expect(triage.changeAnnotation(run, made.id, change(removed, { text: "x" }), noon)).rejects.toMatchObject({
      code: "conflict",
    });
    const back = await triage.changeAnnotation(
      run,
      made.id,
      { version: 2, by: null, told: {}, isRemoved: false },
      noon + 2 * minute,
    );
    expect(back).toMatchObject({ version: 3, removedAt: null, text: note.text });
    expect(await triage.listAnnotations(run)).toEqual([back, other]);
    const { revisions } = present(await triage.readAnnotation(run, made.id));
    expect(revisions.map(({ version, act, by }) => [version, act, by])).toEqual([
      [1, "made", null],
      [2, "removed", "ada"],
      [3, "restored", null],
    ]);
  });

  test("of two who change the same version at once, one wins and the other is told", async () => {
    const { store, run } = tested();
    const made = await store.triage.appendAnnotation(run, { ...note, author: "ada" }, noon);
    const told = ["first", "second", "third"].map((text) =>
      store.triage.changeAnnotation(run, made.id, change(made, { text }, text), noon),
    );
    const results = await Promise.allSettled(told);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(results[1]).toMatchObject({
      reason: { code: "conflict", options: { path: "version", details: { version: 2 } } },
    });
    expect(await store.triage.listAnnotations(run)).toMatchObject([{ text: "first", version: 2, changedBy: "first" }]);
    expect(present(await store.triage.readAnnotation(run, made.id)).revisions).toHaveLength(2);
  });

  test("a change that would turn its range round changes nothing", async () => {
    const { store, run } = tested();
    const made = await store.triage.appendAnnotation(run, { ...note, author: null }, noon);
    await expect(store.triage.changeAnnotation(run, made.id, change(made, { step: 81 }), noon)).rejects.toMatchObject({
      code: "invalid_request",
      options: { path: "to_step" },
    });
    expect(await store.triage.listAnnotations(run)).toEqual([made]);
  });

  test("another run's annotation is none of this one's", async () => {
    const { store, run } = tested();
    const made = await store.triage.appendAnnotation("neighbour", { ...note, author: null }, noon);
    await store.triage.appendAnnotation(run, { ...note, author: null }, noon);
    expect(await store.triage.readAnnotation(run, made.id)).toBeNull();
    expect(await store.triage.changeAnnotation(run, made.id, change(made, { text: "x" }), noon)).toBeNull();
    expect(await store.triage.changeAnnotation("nobody", made.id, change(made, { text: "x" }), noon)).toBeNull();
    expect(await store.triage.listAnnotations("neighbour")).toEqual([made]);
  });

  test("a moment is drawn at the first train step that was not over by then", async () => {
    const tests = tested();
    const { store, run } = tests;
    await tests.append(
      [
        { step: 1, finishedAt: noon + minute },
        { step: 2, finishedAt: noon + 3 * minute },
        { step: 3, finishedAt: noon + 2 * minute },
        { step: 9, finishedAt: noon + 9 * minute, split: "eval" },
      ],
      { at: noon },
    );
    // Of this one only the moment is known at which it came in.
    await tests.append([{ step: 4 }], { at: noon + 5 * minute });
    const moments = [0, 1, 1.5, 3, 4, 6].map((minutes) => noon + minutes * minute);
    expect(await store.reader.findSteps(run, moments)).toEqual([1, 1, 2, 2, 4, null]);
    expect(await store.reader.findSteps("nobody", moments.slice(0, 2))).toEqual([null, null]);
    // A newer launch ran steps 2 to 4 again.
    await tests.append([{ step: 2, segment: "resumed", finishedAt: noon + 7 * minute }], { at: noon });
    expect(await store.reader.findSteps(run, moments)).toEqual([1, 1, 2, 2, 2, 2]);
  });

  test("a change shows to who follows the run, and is no sign of life of it", async () => {
    const tests = tested();
    const { store, run } = tests;
    await tests.append([{ step: 1 }], { at: noon });
    const made = await store.triage.appendAnnotation(run, { ...note, author: null }, noon + minute);
    const cursor = await tests.settledRevision();
    await store.triage.changeAnnotation(run, made.id, change(made, { text: "now" }), noon + 2 * minute);
    expect((await tests.changesSince(cursor)).overview).toMatchObject({ run, lastSeenAt: noon });
  });
};
