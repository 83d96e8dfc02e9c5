/** `falsezero watch`: a process of its own, a real server, files that grow on a real disk. */
import { appendFile, rename, symlink, truncate, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";
import { pause, row, rows, upTo, WatchedFolder } from "./watched-folder";

let server: RealServer;
let folder: WatchedFolder;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

beforeEach(async () => {
  folder = await WatchedFolder.make();
});

afterEach(async () => folder.remove());

describe("a file that grows", () => {
  it("is sent line by line, byte by byte written, and never a torn line", async () => {
    const watcher = folder.watch(server.url);
    await folder.write("step_1/a.jsonl", "");
    const text = rows([0, 1]);
    for (const byte of Buffer.from(text)) {
      await appendFile(folder.at("step_1/a.jsonl"), Buffer.from([byte]));
      if (byte === 0x22) await pause(5);
    }
    await folder.untilReceived(server, 1, 2);
    const [whole, torn] = [row(2), row(3)];
    await appendFile(folder.at("step_1/a.jsonl"), whole + torn.slice(0, 40));
    await folder.untilReceived(server, 1, 3);
    await pause(500);
    expect(await folder.rewardsOf(server, 1)).toEqual([0, 1, 2]);
    await appendFile(folder.at("step_1/a.jsonl"), torn.slice(40));
    await folder.untilReceived(server, 1, 4);
    expect(await watcher.stop()).toBe(0);
    expect(watcher.end()).toMatchObject({ event: "end", ok: true, rows: 4, inserted: 4 });
  });

  it("is read past its first lines, each once, when it has become long", async () => {
    await folder.write("step_1/a.jsonl", rows(upTo(400)));
    const watcher = folder.watch(server.url);
    await folder.untilReceived(server, 1, 400);
    await appendFile(folder.at("step_1/a.jsonl"), rows(upTo(300, 400)));
    await folder.untilReceived(server, 1, 700);
    expect(await watcher.stop()).toBe(0);
    const end = watcher.end();
    expect(end).toMatchObject({ rows: 700, inserted: 700, duplicates: 0 });
    expect(await folder.rewardsOf(server, 1)).toEqual(upTo(700));
  });

  it("has its last line sent at the end where that is whole without its newline, and left where it is torn", async () => {
    await folder.write("step_1/whole.jsonl", rows([0, 1]).trimEnd());
    await folder.write("step_2/torn.jsonl", row(2) + row(3).slice(0, 30));
    const { code, lines } = await folder.once(server.url);
    expect(code).toBe(0);
    expect(await folder.rewardsOf(server, 1)).toEqual([0, 1]);
    expect(await folder.rewardsOf(server, 2)).toEqual([2]);
    expect(lines.join("\n")).toContain("step_2/torn.jsonl: its last line is not finished (30 bytes), and was left");
    await appendFile(folder.at("step_1/whole.jsonl"), `\n${row(4)}`);
    await appendFile(folder.at("step_2/torn.jsonl"), row(3).slice(30));
    await folder.once(server.url);
    expect(await folder.rewardsOf(server, 1)).toEqual([0, 1, 4]);
    expect(await folder.rewardsOf(server, 2)).toEqual([2, 3]);
  });

  it("is known once enough of it is there", async () => {
    const watcher = folder.watch(server.url);
    await folder.write("step_1/a.jsonl", "not json\n");
    await expect.poll(() => watcher.lines().join("\n"), { timeout: 20_000 }).toContain('"event":"refused"');
    await appendFile(folder.at("step_1/a.jsonl"), row(1));
    await folder.untilReceived(server, 1, 1);
    expect(await watcher.stop()).toBe(1);
  });
});

describe("files that come, go and change", () => {
  it("leaves unfinished files alone, and reads them when they have their name", async () => {
    const watcher = folder.watch(server.url);
    await folder.write("step_1/a.jsonl.partial", rows([0, 1]));
    await folder.write("step_1/b.part-0.jsonl", rows([2]));
    await folder.write("step_2/deep/er/c.jsonl", rows([5]));
    await folder.untilReceived(server, 2, 1);
    expect(await folder.receivedOf(server, 1)).toBe(0);
    await rename(folder.at("step_1/a.jsonl.partial"), folder.at("step_1/a.jsonl"));
    await folder.untilReceived(server, 1, 2);
    expect(await watcher.stop()).toBe(0);
    expect(await folder.rewardsOf(server, 1)).toEqual([0, 1]);
  });

  it("tells of what can't be looked at, and follows the rest", async () => {
    await folder.write("step_1/a.jsonl", rows([0, 1]));
    await symlink("loop.jsonl", folder.at("step_1/loop.jsonl"));
    const { code, lines } = await folder.once(server.url);
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes("ELOOP"))).toHaveLength(1);
    expect(await folder.rewardsOf(server, 1)).toEqual([0, 1]);
  });

  it.each([
    ["a.jsonl.1", "of another ending"],
    ["a.1.jsonl", "that reads like one of its own"],
  ])("follows a file that is rotated to %s, a name %s, and the new one in its place", async (rotated) => {
    const watcher = folder.watch(server.url);
    await folder.write("step_1/a.jsonl", rows([0, 1, 2]));
    await folder.untilReceived(server, 1, 3);
    await appendFile(folder.at("step_1/a.jsonl"), row(3));
    await rename(folder.at("step_1/a.jsonl"), folder.at(`step_1/${rotated}`));
    await writeFile(folder.at("step_1/a.jsonl"), rows([10, 11]));
    await appendFile(folder.at(`step_1/${rotated}`), row(4));
    await folder.untilReceived(server, 1, 7);
    await watcher.kill();
    const again = folder.watch(server.url);
    await appendFile(folder.at("step_1/a.jsonl"), row(12));
    await folder.untilReceived(server, 1, 8);
    expect(await again.stop()).toBe(0);
    expect(await folder.rewardsOf(server, 1)).toEqual([0, 1, 2, 3, 4, 10, 11, 12]);
  });

  it("reads what was rotated twice while it was down, each row once", async () => {
    await folder.write("step_1/a.jsonl", rows([0, 1]));
    expect((await folder.once(server.url)).code).toBe(0);
    await appendFile(folder.at("step_1/a.jsonl"), row(2));
    await rename(folder.at("step_1/a.jsonl"), folder.at("step_1/a.jsonl.2"));
    await folder.write("step_1/a.jsonl.1", rows([10, 11]));
    await folder.write("step_1/a.jsonl", rows([20]));
    for (let time = 0; time < 2; time++) {
      const { code, end } = await folder.once(server.url);
      expect([code, end]).toEqual([0, expect.objectContaining({ ok: true, inserted: time === 0 ? 4 : 0 })]);
      expect(await folder.rewardsOf(server, 1)).toEqual([0, 1, 2, 10, 11, 20]);
    }
  });

  it("reads a file that was truncated or replaced anew, under the same names", async () => {
    const watcher = folder.watch(server.url);
    await folder.write("step_1/a.jsonl", rows([0, 1, 2]));
    await folder.write("step_2/b.jsonl", rows([0, 1]));
    await folder.write("step_3/c.jsonl", rows([0, 1]));
    for (const [step, count] of [
      [1, 3],
      [2, 2],
      [3, 2],
    ] as const)
      await folder.untilReceived(server, step, count);
    await truncate(folder.at("step_1/a.jsonl"));
    await pause(300);
    await appendFile(folder.at("step_1/a.jsonl"), rows([5, 6, 7, 8]));
    await writeFile(folder.at("step_2/new"), rows([5, 6, 7]));
    await rename(folder.at("step_2/new"), folder.at("step_2/b.jsonl"));
    await writeFile(folder.at("step_3/c.jsonl"), rows([5, 6, 7]));
    for (const [step, count] of [
      [1, 4],
      [2, 3],
      [3, 3],
    ] as const)
      await folder.untilReceived(server, step, count);
    expect(await watcher.stop()).toBe(0);
    expect(await folder.rewardsOf(server, 1)).toEqual([5, 6, 7, 8]);
    expect(await folder.rewardsOf(server, 2)).toEqual([5, 6, 7]);
    expect(await folder.rewardsOf(server, 3)).toEqual([5, 6, 7]);
  });

  it("keeps what was sent of lines that are gone, and says so", async () => {
    await folder.write("step_1/a.jsonl", rows([0, 1, 2]));
    const watcher = folder.watch(server.url);
    await folder.untilReceived(server, 1, 3);
    await writeFile(folder.at("step_1/a.jsonl"), rows([9]));
    await expect.poll(() => folder.rewardsOf(server, 1), { timeout: 20_000 }).toEqual([1, 2, 9]);
    expect(await watcher.stop()).toBe(0);
    expect(watcher.lines().join("\n")).toContain("2 fewer lines than before; what was sent of those stays in the run");
  });

  it("reads packed files and documents when they have come to rest", async () => {
    const watcher = folder.watch(server.url);
    await folder.write("step_1/a.jsonl.gz", gzipSync(rows([0, 1])));
    const episode = { episode_id: "t:0", task: {}, trajectories: [{ name: "s", steps: [], reward: 0.5 }] };
    await folder.write("episodes/train_step_2_epoch_0/e.json", JSON.stringify({ ...episode, is_correct: true }));
    await folder.untilReceived(server, 1, 2);
    await folder.untilReceived(server, 2, 1);
    expect(await watcher.stop()).toBe(0);
  });

  it("declares what inputs say is to come, and takes failures from beside them", async () => {
    const ng = (sample: number, more: object) =>
      `${JSON.stringify({ responses_create_params: {}, _ng_task_index: 0, _ng_rollout_index: sample, ...more })}\n`;
    const watcher = folder.watch(server.url);
    await folder.write("step_1/a_materialized_inputs.jsonl", ng(0, {}) + ng(1, {}) + ng(2, {}));
    await folder.write("step_1/a.jsonl", ng(0, { response: {}, reward: 1 }));
    await folder.untilReceived(server, 1, 1);
    expect((await new Talk(server).steps(folder.run))[0]).toMatchObject({ expected: 3, received: 1, unknown: 2 });
    await folder.write(
      "step_1/a_failures.jsonl",
      ng(1, { _ng_failure_class: "judge_failed", _ng_failure_message: "x" }),
    );
    await folder.untilReceived(server, 1, 2);
    expect((await new Talk(server).steps(folder.run))[0]).toMatchObject({
      expected: 3,
      scored: 1,
      failed: 1,
      unknown: 1,
    });
    expect(await watcher.stop()).toBe(0);
  });
});

describe("a run that waits for its removal", () => {
  const removal = () => `/api/v1/runs/${folder.run}/removal`;

  it("loses no row that was written meanwhile, when it is brought back", async () => {
    const talk = new Talk(server);
    await folder.write("step_1/a.jsonl", rows(upTo(10)));
    const watcher = folder.watch(server.url);
    await folder.untilReceived(server, 1, 10);
    expect((await talk.ask("POST", removal(), { name: folder.run })).status).toBe(200);
    await appendFile(folder.at("step_1/a.jsonl"), rows(upTo(10, 10)));
    await expect.poll(() => watcher.lines().join("\n"), { timeout: 20_000 }).toContain("is being removed");
    await talk.ask("DELETE", removal());
    await appendFile(folder.at("step_1/a.jsonl"), rows(upTo(10, 20)));
    await folder.untilReceived(server, 1, 30);
    expect(await watcher.stop()).toBe(0);
    expect(watcher.end()).toMatchObject({ ok: true, rows: 30, inserted: 30, refused: 0 });
    expect(await folder.rewardsOf(server, 1)).toEqual(upTo(30));
  });

  it("counts nothing as read of a folder that is looked at once, nor what its inputs declare", async () => {
    const talk = new Talk(server);
    await folder.write("step_1/a.jsonl", rows([0]));
    await folder.once(server.url);
    await talk.ask("POST", removal(), { name: folder.run });
    const input = { responses_create_params: {}, _ng_task_index: 0, _ng_rollout_index: 0 };
    await folder.write("step_2/b_materialized_inputs.jsonl", `${JSON.stringify(input)}\n`);
    await folder.write("step_3/c.jsonl", rows([1, 2]));
    const refused = await folder.once(server.url);
    expect(refused.code).toBe(2);
    expect(refused.end).toMatchObject({ ok: false, rows: 0, failure: expect.stringContaining("is being removed") });
    await talk.ask("DELETE", removal());
    const { code, end } = await folder.once(server.url);
    expect(code).toBe(0);
    expect(end).toMatchObject({ ok: true, rows: 2, inserted: 2 });
    expect(await folder.rewardsOf(server, 3)).toEqual([1, 2]);
    expect((await talk.steps(folder.run)).find(({ step }) => step === 2)).toMatchObject({ expected: 1, received: 0 });
  });
});
