import { expect, test } from "vitest";
import type { Rollout } from "@/lib/core/rollout";
import { quietAfterMs } from "@/lib/core/run";
import { first, lost, noon, type Promises, type TestedStore } from "../tested-store";

const perStep = 16;

/** One step's rollouts, each known by its id; the first `bad` of them lost their session. */
export function drawStep(step: number, bad: number, told: Partial<Rollout> = {}): Partial<Rollout>[] {
  return Array.from({ length: perStep }, (_, index) => ({
    step,
    id: `${told.segment ?? "first"} ${step} ${index}`,
    environment: "browser",
    group: String(Math.floor(index / 4)),
    reportsFailures: true,
    ...(index < bad ? lost : { reward: (index + step) % 4 === 0 ? 1 : 0 }),
    ...told,
  }));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Steps 1 to 12 are well; from 13 on 14 of 16 are lost. */
export function drawRun(to = 16, told: Partial<Rollout> = {}): Partial<Rollout>[][] {
  return range(1, to).map((step) => drawStep(step, step < 13 ? 0 : 14, told));
}

export async function listEvents(tested: TestedStore): Promise<string[]> {
  const events = await tested.store.reader.listIncidentEvents(0, 1_000);
  return events.map(({ run, event, severity, step }) => `${run}: ${event} ${severity} ${step}`);
}

export const incidentPromises: Promises = (tested, clock) => {
  const incidents = (run = tested().run) => tested().store.reader.listIncidents(run);
  const verdict = () => tested().store.reader.readVerdict(tested().run);
  const send = async (steps: readonly Partial<Rollout>[][], run?: string) => {
    await tested().setRun({ expectedPerStep: perStep });
    for (const rows of steps) await tested().append(rows, run === undefined ? {} : { run });
  };

  test("an incident is there for everyone who asks once its rows were acknowledged", async () => {
    const store = tested();
    await store.setStep(12, { checkpoint: "ckpt-12" });
    await send(drawRun());
    const [incident, ...others] = await incidents();
    expect(others).toEqual([]);
    expect(incident).toMatchObject({
      series: "kind:session_lost",
      onset: 13,
      state: "open",
      severity: "critical",
      during: { x: 56, n: 64 },
      openedAt: noon,
      isExpected: false,
      evidenceLeft: { rollouts: 8 },
    });
    expect(await verdict()).toMatchObject({
      verdict: "stop",
      incident: incident?.id,
      lastCleanCheckpoint: { segment: "first", step: 12, name: "ckpt-12" },
    });
    const [listed] = await store.store.reader.listRuns();
    expect(listed).toMatchObject({
      openIncidents: 1,
      verdict: "stop",
      headline: { id: incident?.id, series: "kind:session_lost", onset: 13, severity: "critical" },
    });
    expect(await store.store.reader.countOpenIncidents()).toEqual(new Map([["critical", 1]]));
    expect(await listEvents(store)).toEqual([`${store.run}: opened critical 13`]);
  });

  test("it keeps its id, and nothing is noted twice, when all rows arrive again, and after a rebuild", async () => {
    const store = tested();
    await send(drawRun());
    const before = await incidents();
    const events = await listEvents(store);
    await send(
      drawRun()
        .reverse()
        .map((rows) => [...rows].reverse()),
    );
    expect(await incidents()).toEqual(before);
    await store.store.writer.rebuildSummaries();
    expect(await incidents()).toEqual(before);
    expect(await listEvents(store)).toEqual(events);
  });

  test("the order of arrival makes no other incident", async () => {
    const store = tested();
    await send(drawRun());
    const [inOrder] = await incidents();
    await store.store.writer.setRun("shuffled", { expectedPerStep: perStep }, noon);
    const rows = drawRun().flat();
    const shuffled = rows.map((_, index) => rows[(index * 97) % rows.length] ?? {});
    for (let from = 0; from < rows.length; from += 50) {
      await store.append(shuffled.slice(from, from + 50), { run: "shuffled" });
      await incidents("shuffled");
    }
    const [other] = await incidents("shuffled");
    expect({ ...other, id: inOrder?.id }).toEqual(inOrder);
  });

  test("a live prefix and the finished run agree on the onset and on who it is", async () => {
    const store = tested();
    await store.setRun({ expectedPerStep: perStep });
    const seen = new Set<string>();
    for (const rows of drawRun(24)) {
      for (const part of [rows.slice(0, 9), rows.slice(9)]) {
        await store.append(part);
        for (const { id, onset } of await incidents()) seen.add(`${id} ${onset}`);
      }
    }
    await store.store.writer.setFinished(store.run, "finished");
    const last = first(await incidents());
    expect([...seen]).toEqual([`${last.id} 13`]);
  });

  test("it ends, once, with what was healthy again, and silence ends nothing", async () => {
    const store = tested();
    await send(drawRun(16));
    clock.now = noon + 50 * quietAfterMs;
    await store.store.writer.closeIdleSteps(clock.now);
    expect(first(await incidents())).toMatchObject({ state: "open", end: null });
    clock.now = noon;
    await send(range(17, 24).map((step) => drawStep(step, 0)));
    expect(first(await incidents())).toMatchObject({ state: "ended", end: 16 });
    await store.store.writer.rebuildSummaries();
    await incidents();
    expect(await listEvents(store)).toEqual([`${store.run}: opened critical 13`, `${store.run}: ended critical 16`]);
    expect((await verdict()).verdict).toBe("ok");
  });

  test("a resume rolls it back, and the same leak in the new segment is a new incident", async () => {
    const store = tested();
    await send(drawRun(16));
    const old = first(await incidents());
    await store.addSegment("resume-2", noon + 60_000, 13);
    expect(await incidents()).toMatchObject([{ id: old.id, state: "rolled_back", segment: "first" }]);
    await send(range(13, 15).map((step) => drawStep(step, 14, { segment: "resume-2" })));
    const [fresh, kept, ...others] = await incidents();
    expect(others).toEqual([]);
    expect(fresh).toMatchObject({ state: "open", segment: "resume-2", onset: 13 });
    expect(kept).toMatchObject({ id: old.id, state: "rolled_back" });
    expect(fresh?.id).not.toBe(old.id);
    expect(await listEvents(store)).toEqual([
      `${store.run}: opened critical 13`,
      `${store.run}: rolled_back critical 16`,
      `${store.run}: opened critical 13`,
    ]);
  });

  test("corrected away it is withdrawn, and itself again when it comes back", async () => {
    const store = tested();
    await send(drawRun(16));
    const { id } = first(await incidents());
    await send(range(13, 16).map((step) => drawStep(step, 0)));
    expect(await incidents()).toEqual([]);
    await send(range(13, 16).map((step) => drawStep(step, 14)));
    expect(await incidents()).toMatchObject([{ id, openedAt: noon }]);
    expect(await listEvents(store)).toEqual([
      `${store.run}: opened critical 13`,
      `${store.run}: withdrawn critical 16`,
    ]);
  });

  test("a deleted run takes its incidents along", async () => {
    const store = tested();
    await send(drawRun(16));
    await incidents();
    await store.store.writer.deleteRun(store.run);
    expect(await incidents()).toEqual([]);
    expect(await listEvents(store)).toEqual([]);
    expect(await store.store.reader.countOpenIncidents()).toEqual(new Map());
    await send(drawRun(14));
    await incidents();
    expect(await listEvents(store)).toEqual([`${store.run}: opened critical 13`]);
  });

  test("a run that falls silent is to be watched, whatever is stored, and one that ended is not", async () => {
    const store = tested();
    await send(range(1, 8).map((step) => drawStep(step, 0)));
    expect((await verdict()).verdict).toBe("ok");
    clock.now = noon + quietAfterMs + 1;
    expect((await verdict()).verdict).toBe("watch");
    expect(first(await store.store.reader.listRuns())).toMatchObject({ state: "quiet", verdict: "watch" });
    await store.store.writer.setFinished(store.run, "finished");
    expect((await verdict()).verdict).toBe("ok");
  });

  test("live readers hear of incidents as of steps, and of nothing where nothing changed", async () => {
    const store = tested();
    await send(drawRun(12));
    await incidents();
    const calm = await store.settledRevision();
    await store.append(drawStep(13, 14));
    await incidents();
    expect(await store.changesSince(calm)).toMatchObject({ areIncidentsChanged: true, isStandingChanged: true });
    expect(await store.store.reader.listRunsWithChangedIncidents(calm)).toEqual([store.run]);
    const raised = await store.settledRevision();
    await incidents();
    expect(await store.changesSince(raised)).toMatchObject({ areIncidentsChanged: false, isStandingChanged: false });
  });
};
