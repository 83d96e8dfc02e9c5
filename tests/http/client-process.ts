/** A process that logs, for tests that end it: URL, spool, run, first reward, count, and how it ends. */
import { setTimeout as wait } from "node:timers/promises";
import { Run } from "../../lib/client/run";

const [url = "", spool = "", name = "", first = "0", count = "0", end = "finish"] = process.argv.slice(2);
const run = new Run(name, { url, spool, segment: "one", isWorker: first !== "0", onWarning: () => undefined });
for (let index = 0; index < Number(count); index++) {
  run.log({ reward: Number(first) + index }, { step: 1 });
  if (index % 50 === 0) await wait(10);
}
if (end === "finish") console.log(JSON.stringify(await run.finish("finished", 60_000)));
else if (end === "exit") process.exit(0);
else if (end === "hang") {
  await wait(200);
  console.log("logged");
  await wait(60_000);
}
