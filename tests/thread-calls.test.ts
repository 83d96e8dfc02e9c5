import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { ThreadAnswerer, ThreadCaller } from "@/db/sqlite/thread-calls";
import { Problem } from "@/lib/core/errors";

const opened: MessageChannel[] = [];

afterEach(() => {
  for (const { port1, port2 } of opened.splice(0)) {
    port1.close();
    port2.close();
  }
});

function connect(run: (method: string, args: readonly unknown[]) => Promise<unknown>) {
  const channel = new MessageChannel();
  opened.push(channel);
  let news = 0;
  const messages: number[] = [];
  channel.port2.on("message", ({ ids }: { readonly ids: readonly number[] }) => messages.push(ids.length));
  const answerer = new ThreadAnswerer(channel.port2, run);
  const caller = new ThreadCaller(channel.port1, () => news++);
  return { caller, answerer, messages, news: () => news };
}

test("each call gets its own answer, whatever the order they come in", async () => {
  const { caller } = connect(async (method, [after]) => {
    await new Promise((resolve) => setTimeout(resolve, Number(after)));
    return `${method} after ${after}`;
  });
  const answers = await Promise.all([caller.ask("slow", [30]), caller.ask("quick", [0])]);
  expect(answers).toEqual(["slow after 30", "quick after 0"]);
});

test("calls of one moment travel in one message", async () => {
  const { caller, messages } = connect(async (_, [value]) => value);
  const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => caller.ask("echo", [index])));
  expect(answers.slice(0, 3)).toEqual([0, 1, 2]);
  expect(messages).toEqual([64]);
});

test("a call is not kept waiting by another one that takes long", async () => {
  let finish = (): void => {};
  const { caller } = connect((method) =>
    method === "long" ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve("done"),
  );
  const long = caller.ask("long", []);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await caller.ask("short", [])).toBe("done");
  finish();
  await long;
});

test("a problem arrives as one, with its code and what it is about; any other error with its words", async () => {
  const { caller } = connect(async (method) => {
    if (method === "problem")
      throw new Problem("conflict", "Somebody else was first.", { path: "state", cause: new Error("inner") });
    throw Object.assign(new Error("disk"), { code: "SQLITE_IOERR" });
  });
  await expect(caller.ask("problem", [])).rejects.toMatchObject({
    name: "Problem",
    code: "conflict",
    message: "Somebody else was first.",
    options: { path: "state", cause: expect.stringContaining("inner") },
  });
  await expect(caller.ask("error", [])).rejects.toThrow("SQLITE_IOERR Error: disk");
});

test("news comes with the answers, or alone", async () => {
  const { caller, answerer, news } = connect(async () => null);
  answerer.noteNews();
  await caller.ask("any", []);
  expect(news()).toBeGreaterThan(0);
});

test("who waits for a thread that is gone is told", async () => {
  const { caller } = connect(() => new Promise(() => {}));
  const asked = caller.ask("any", []);
  caller.fail(new Error("the thread ended"));
  await expect(asked).rejects.toThrow("the thread ended");
});
