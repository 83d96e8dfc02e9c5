/** `npm run bench -- ingest|read|live|page|python|detection|import`: what the product can do, beside what it compares with. */
import { benchDetection } from "./detection";
import { benchImport } from "./import";
import { benchIngest } from "./ingest";
import { benchLive } from "./live";
import { benchPage } from "./page";
import { benchPython } from "./python";
import { benchRead } from "./read";

const [name, argument] = process.argv.slice(2);
switch (name) {
  case "ingest":
    // A shape to measure alone, such as 512/2kB; else all of them.
    await benchIngest(argument);
    break;
  case "read":
    // Millions of rollouts, such as 1,10.
    await benchRead((argument ?? "1,10").split(",").map((millions) => Number(millions) * 1_000_000));
    break;
  case "live":
    await benchLive();
    break;
  case "page":
    await benchPage();
    break;
  case "python":
    await benchPython();
    break;
  case "detection":
    // Runs a row: more of them tell noise from a difference.
    benchDetection(Number(argument ?? 200));
    break;
  case "import":
    // Gigabytes of each file.
    await benchImport(Number(argument ?? 2));
    break;
  default:
    console.error(
      "usage: npm run bench -- ingest [SHAPE] | read [MILLIONS,…] | live | page | python | detection [RUNS] | import [GB]",
    );
    process.exit(2);
}
process.exit(0);
