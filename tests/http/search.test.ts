/** Searching, and saved views. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireViewList } from "@/lib/wire/saved-view";
import { WireSearchResults } from "@/lib/wire/search";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

let server: RealServer;

beforeAll(async () => {
  server = await startServer();
  const lost = {
    mask_sample: true,
    reward: 0,
    failure_kind: "session_lost",
    failure_reason: "reset: no session in 30 s",
  };
  await new Talk(server).post("browser-7", [
    { step: 61, id: "row/1", ...lost, labels: { host: "gpu-17" }, environment: "browser_agent" },
  ]);
});

afterAll(async () => {
  await server.stop();
});

async function find(query: string) {
  const response = await fetch(`${server.url}/api/v1/search?${query}`);
  expect(response.status).toBe(200);
  return WireSearchResults.parse(await response.json()).results;
}

async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

describe("GET /api/v1/search", () => {
  test("finds what was acknowledged, by type", async () => {
    expect((await find("q=session")).map(({ type }) => type)).toEqual(["issue", "kind", "reason"]);
    expect(await find("q=gpu-17")).toEqual([{ type: "label", name: "host", value: "gpu-17", run: "browser-7" }]);
    expect(await find(`q=${encodeURIComponent("row/1")}`)).toMatchObject([
      { type: "rollout", run: "browser-7", id: "row/1" },
    ]);
    expect(await find("q=brows&run=browser-7")).toEqual([
      { type: "environment", environment: "browser_agent", run: "browser-7" },
    ]);
    expect(await find("q=")).toMatchObject([{ type: "run", run: "browser-7" }]);
  });

  test("takes whatever is typed to the letter, and refuses what it does not know by name", async () => {
    for (const text of ['"', "session AND (", "NEAR/2", "text:*", "\u0000"])
      await find(`q=${encodeURIComponent(text)}`);
    expect((await send("GET", "search?q=a&run=nowhere")).status).toBe(404);
    expect(await send("GET", "search?q=a&limit=900")).toMatchObject({ status: 400, json: { path: "limit" } });
  });
});

describe("/api/v1/views", () => {
  const view = { name: "Lost", page: "rollouts", run: "browser-7", query: "kind=session_lost", by: "ada" };

  test("keeps, changes on condition, and removes", async () => {
    const { status, json } = await send("POST", "views", view);
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...view, version: 1 });
    const path = `views/${json.view}`;
    expect(await send("GET", path)).toMatchObject({ json });
    expect(await send("PATCH", path, { version: 1, name: "Lost again" })).toMatchObject({
      json: { name: "Lost again", version: 2 },
    });
    expect(await send("PATCH", path, { version: 1, name: "Mine" })).toMatchObject({
      status: 409,
      json: { code: "conflict" },
    });
    expect((await send("DELETE", `${path}?version=1`)).status).toBe(409);
    expect(WireViewList.parse((await send("GET", "views")).json).views).toHaveLength(1);
    expect(await send("DELETE", `${path}?version=2`)).toMatchObject({ json: { deleted: true } });
    expect((await send("GET", path)).status).toBe(404);
    expect((await fetch(`${server.url}/${path}`)).status).toBe(404);
  });

  test.each([
    [{ ...view, page: "everything" }, "page"],
    [{ ...view, page: "issues" }, "run"],
    [{ ...view, name: " " }, "name"],
    [{ ...view, more: 1 }, ""],
  ])("refuses %j with the path", async (body, path) => {
    expect(await send("POST", "views", body)).toMatchObject({ status: 400, json: { path } });
  });
});
