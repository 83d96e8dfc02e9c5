/** `falsezero watch` and its server, killed and started again in the middle. */
import { appendFile, rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { pause, row, rows, upTo, WatchedFolder } from "./watched-folder";

/** Servers and processes start many times over in these, on machines that may be busy. */
const restartMs = 90_000;

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

describe("restarts", () => {
  it(
    "go on where a watcher was killed, and count nothing twice",
    async () => {
      await folder.write("step_1/a.jsonl", "");
      const total = 2_400;
      const writer = (async () => {
        for (let from = 0; from < total; from += 40) {
          const text = rows(upTo(40, from));
          await appendFile(folder.at("step_1/a.jsonl"), text.slice(0, text.length - 25));
          await pause(60);
          await appendFile(folder.at("step_1/a.jsonl"), text.slice(-25));
        }
      })();
      for (let kills = 0; kills < 5; kills++) {
        const watcher = folder.watch(server.url);
        await pause(700);
        await watcher.kill();
      }
      await writer;
      const last = folder.watch(server.url);
      await folder.untilReceived(server, 1, total);
      expect(await last.stop()).toBe(0);
      expect(await folder.rewardsOf(server, 1)).toEqual(upTo(total));
      const { end } = await folder.once(server.url);
      expect(end).toMatchObject({ ok: true, rows: 0 });
    },
    restartMs,
  );

  it(
    "of the server are waited for, and lose nothing",
    async () => {
      const dataFolder = makeDataFolder();
      let other = await startServer({ dataFolder });
      const { url, port } = other;
      const watcher = folder.watch(url);
      await folder.write("step_1/a.jsonl", rows(upTo(300)));
      await folder.untilReceived(other, 1, 300);
      await other.kill();
      await appendFile(folder.at("step_1/a.jsonl"), rows(upTo(300, 300)));
      await expect
        .poll(() => watcher.lines().join("\n"), { timeout: 20_000 })
        .toContain("The server takes nothing now");
      other = await startServer({ dataFolder, environment: { PORT: String(port) } });
      await folder.untilReceived(other, 1, 600);
      expect(await folder.rewardsOf(other, 1)).toEqual(upTo(600));
      expect(watcher.lines().join("\n")).toContain("The server answers again.");
      await other.kill();
      await appendFile(folder.at("step_1/a.jsonl"), row(600));
      await pause(500);
      expect(await watcher.stop()).toBe(2);
      expect(watcher.lines().join("\n")).toContain("Not everything was sent");
      await rm(dataFolder, { recursive: true });
    },
    restartMs,
  );

  it("without the state read everything again, which changes nothing", async () => {
    await folder.write("step_1/a.jsonl", rows(upTo(300)));
    expect((await folder.once(server.url)).end).toMatchObject({ rows: 300, inserted: 300 });
    expect((await folder.once(server.url)).end).toMatchObject({ rows: 0 });
    await folder.forgetState();
    expect((await folder.once(server.url)).end).toMatchObject({ rows: 300, inserted: 0, duplicates: 300 });
  });
});
