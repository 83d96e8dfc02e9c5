/** Lists in pages: each entry once, and no cursor that is not the list's own. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireRunList } from "@/lib/wire/run-list";
import { type RealServer, startServer } from "../real-server";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

test("rollouts are paged by cursor, each once, while others arrive", async () => {
  await talk.post(
    "paged",
    Array.from({ length: 25 }, (_, index) => ({ id: `r${index}`, step: index, reward: index % 7 })),
  );
  const seen: (string | null)[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < 9; page++) {
    const answer = await talk.rollouts("paged", { sort: "reward", limit: 10, ...(cursor === "" ? {} : { cursor }) });
    seen.push(...answer.rollouts.map(({ id }) => id));
    if (page === 0) expect(answer.total).toBe(25);
    if (page === 0) await talk.post("paged", [{ id: "late", step: 1, reward: 9 }]);
    cursor = answer.next;
  }
  expect(seen).toHaveLength(25);
  expect(new Set(seen).size).toBe(25);
  expect(seen.slice(0, 4)).toEqual(["r20", "r13", "r6", "r19"]);
});

test("a cursor of no list, or of another one, is refused; a page with it begins at the start", async () => {
  const rows = [
    { id: "a", step: 1, reward: 1 },
    { id: "b", step: 2, reward: 0 },
  ];
  await talk.post("cursors", rows);
  const { next } = await talk.rollouts("cursors", { sort: "reward", limit: 1 });
  for (const [sort, cursor] of [
    ["reward", "nonsense"],
    ["oldest", next],
  ]) {
    const reply = await talk.ask("GET", `/api/v1/runs/cursors/rollouts?sort=${sort}&cursor=${cursor}`);
    expect(problemOf(reply)).toMatchObject({ answered: 400, code: "invalid_request", path: "cursor" });
  }
  const page = await talk.ask("GET", "/runs/cursors/rollouts?cursor=nonsense", undefined, { accept: "text/html" });
  expect(page.status).toBe(200);
  for (const { rollout } of (await talk.rollouts("cursors")).rollouts)
    expect(page.text).toContain(`/rollouts/${rollout}`);
});

test("runs are paged, each once, and a cursor of nobody is refused", async () => {
  const names = ["pages 1", "pages 2", "pages 3", "pages 4", "pages 5"];
  for (const name of names) await talk.post(name, [{ step: 1 }]);
  const pageOf = async (query: string) => WireRunList.parse(await talk.get(`/api/v1/runs?${query}`));
  const first = await pageOf("limit=2");
  const second = await pageOf(`limit=2&cursor=${encodeURIComponent(first.next ?? "")}`);
  const rest = await pageOf(`cursor=${encodeURIComponent(second.next ?? "")}`);
  expect([...first.runs, ...second.runs, ...rest.runs].slice(0, 5).map(({ run }) => run)).toEqual(names.toReversed());
  expect([first.runs.length, second.runs.length, rest.next]).toEqual([2, 2, null]);
  for (const query of ["limit=0", "limit=501", "cursor=soon", "environment=code"]) {
    const [path] = query.split("=");
    expect(problemOf(await talk.ask("GET", `/api/v1/runs?${query}`))).toMatchObject({ answered: 400, path });
  }
});
