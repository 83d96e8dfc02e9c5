import { expect, test } from "vitest";
import type { AnnotationChange } from "@/lib/core/annotation";
import type { SearchQuery, SearchResult } from "@/lib/core/search/search";
import { lost, noon, type Promises, present } from "../tested-store";

export const searchPromises: Promises = (tested) => {
  const find = async (text: string, more: Partial<SearchQuery> = {}) => {
    return tested().store.searcher.search({ text, limit: 8, ...more });
  };
  const only = async <Type extends SearchResult["type"]>(type: Type, text: string, more: Partial<SearchQuery> = {}) => {
    return (await find(text, more)).filter((one): one is Extract<SearchResult, { type: Type }> => one.type === type);
  };

  const fill = async () => {
    const store = tested();
    await store.append([
      { step: 60, environment: "browser_agent", reward: 1, labels: [["host", "gpu-17"]], id: "row/1" },
      {
        step: 61,
        environment: "browser_agent",
        ...lost,
        failureReason: "reset: no session in 30 s on web-pool-b",
        id: "row/2",
      },
      {
        step: 61,
        environment: "browser_agent",
        ...lost,
        failureReason: "reset: no session in 45 s on web-pool-c",
        id: "row/3",
      },
    ]);
    await store.setRun({ title: "Browser agent, GRPO", project: "agents", tags: ["nightly"], description: "Größe 7b" });
    await store.append([{ step: 1, environment: "code_exec", reward: 1 }], { run: "sql-ppo" });
    return store;
  };

  test("runs are found by letters of their name, and by words of their title, tags and description", async () => {
    const store = await fill();
    const runs = async (text: string) => (await only("run", text)).map(({ run }) => run);
    expect(await runs("sql")).toEqual(["sql-ppo"]);
    expect(await runs("sqpp")).toEqual(["sql-ppo"]);
    expect(await runs("nightly")).toEqual([store.run]);
    expect(await runs("große 7")).toEqual([store.run]);
    expect(await runs("GRPO agent")).toEqual([store.run]);
    await store.setRun({ tags: [] });
    expect(await runs("nightly")).toEqual([]);
    expect(await runs("nothing like it")).toEqual([]);
  });

  test("reasons are found to the letter with their rollout, issues by their template, kinds by their name", async () => {
    const store = await fill();
    const [, two, three] = await store.keys();
    expect(await only("reason", "web-pool-b")).toEqual([
      {
        type: "reason",
        run: store.run,
        step: 61,
        rollout: two,
        kind: "session_lost",
        text: "reset: no session in 30 s on web-pool-b",
      },
    ]);
    expect((await only("reason", "no sess")).map(({ rollout }) => rollout)).toEqual([three, two]);
    expect(await only("issue", "session reset")).toMatchObject([
      { issue: 2, kind: "session_lost", template: "reset: no session in <duration> on web-pool-c" },
      { issue: 1, kind: "session_lost", template: "reset: no session in <duration> on web-pool-b" },
    ]);
    expect(await only("kind", "session_l")).toEqual([{ type: "kind", kind: "session_lost" }]);
    expect(await only("kind", "lost")).toEqual([{ type: "kind", kind: "session_lost" }]);
  });

  test("environments and labels are found with a run that has them", async () => {
    const store = await fill();
    expect(await only("environment", "code")).toEqual([
      { type: "environment", environment: "code_exec", run: "sql-ppo" },
    ]);
    expect(await only("environment", "code", { run: store.run })).toEqual([]);
    expect(await only("label", "gpu")).toEqual([{ type: "label", name: "host", value: "gpu-17", run: store.run }]);
    expect(await only("label", "gpu", { run: "sql-ppo" })).toEqual([]);
  });

  test("rollouts are found by their number, and by the id that their sender gave", async () => {
    const store = await fill();
    const [one, two] = await store.keys();
    expect(await only("rollout", `#${one}`)).toEqual([
      { type: "rollout", rollout: one, run: store.run, step: 60, id: "row/1" },
    ]);
    expect((await only("rollout", "row/2")).map(({ rollout }) => rollout)).toEqual([two]);
    expect(await only("rollout", "row")).toEqual([]);
  });

  test("annotations are found as they now read, and no more once they are removed", async () => {
    const store = await fill();
    const told = {
      step: 61,
      toStep: 63,
      at: null,
      text: "Pool b was restarted.",
      kind: "restart",
      author: null,
    } as const;
    const kept = await store.store.triage.appendAnnotation(store.run, told, noon);
    expect(await only("annotation", "restart")).toEqual([
      { type: "annotation", annotation: kept.id, run: store.run, step: 61, toStep: 63, text: "Pool b was restarted." },
    ]);
    const alter = (change: Omit<AnnotationChange, "by">) =>
      store.store.triage.changeAnnotation(store.run, kept.id, { by: null, ...change }, noon);
    const ids = async (text: string) => (await only("annotation", text)).map(({ annotation }) => annotation);
    await alter({ version: 1, told: { text: "Pool c was drained.", toStep: null }, isRemoved: undefined });
    expect(await ids("restarted")).toEqual([]);
    expect(await only("annotation", "drained")).toEqual([
      { type: "annotation", annotation: kept.id, run: store.run, step: 61, toStep: null, text: "Pool c was drained." },
    ]);
    await alter({ version: 2, told: {}, isRemoved: true });
    expect(await ids("drained")).toEqual([]);
    await alter({ version: 3, told: {}, isRemoved: false });
    expect(await ids("drained")).toEqual([kept.id]);
  });

  test("one run's search finds what is of that run", async () => {
    const store = await fill();
    const found = await find("session", { run: "sql-ppo" });
    expect(found).toEqual([]);
    expect((await find("session", { run: store.run })).map(({ type }) => type)).toEqual([
      "issue",
      "issue",
      "kind",
      "reason",
      "reason",
    ]);
    expect(await find("session", { run: "no such run" })).toEqual([]);
  });

  test.each([
    '"',
    "'",
    "*",
    "AND",
    "OR NOT",
    "NEAR(a b)",
    "text:a",
    "{text}",
    "(",
    "-",
    "a*",
    '"a',
    "\u0000",
    "^a",
    "🧪",
    'a""b',
    "",
    " ",
    "\ud800",
    "%",
    "reset OR",
    "session AND",
    "a long one",
  ])("whatever is typed is a search: %j", async (text) => {
    await fill();
    expect(Array.isArray(await find(text))).toBe(true);
  });

  test("what is deleted, sent again or rebuilt is found as it now is", async () => {
    const store = await fill();
    const [, two] = await store.keys();
    await store.append([
      { step: 61, environment: "browser_agent", ...lost, failureReason: "reset: browser crashed", id: "row/3" },
    ]);
    expect(await only("reason", "web-pool-c")).toEqual([]);
    expect(await only("reason", "crashed")).toHaveLength(1);
    await store.store.writer.deleteRollout(present(two));
    expect(await only("reason", "web-pool-b")).toEqual([]);
    const before = await find("session");
    await store.store.writer.rebuildSummaries();
    expect(await find("session")).toEqual(before);
    expect(await only("label", "gpu")).toHaveLength(1);
    expect(await only("environment", "browser")).toHaveLength(1);
    await store.store.writer.deleteRun(store.run);
    for (const words of ["browser", "crashed", "session", "gpu"]) expect(await find(words)).toEqual([]);
  });
};
