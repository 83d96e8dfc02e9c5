import { Argument, Command, Option } from "commander";
import { storedOutcomes } from "@/lib/core/outcome";
import { demoSpeed } from "@/lib/wire/requests";
import { addDataCommands } from "./command-line/data-commands";
import { startDemo } from "./command-line/demo-command";
import { exportRun } from "./command-line/export-command";
import { askGate, gateCodes } from "./command-line/gate-command";
import { importPaths } from "./command-line/import-command";
import { endNow, untilInterrupted } from "./command-line/interruption";
import {
  addLabel,
  parseColumns,
  parseGenerations,
  parseIssue,
  parseName,
  parseNewRun,
  parsePath,
  parseRun,
  parseSeconds,
  parseSpeed,
  parseStep,
} from "./command-line/option-values";
import { exitCodes, explainFailure, readServerAddress } from "./command-line/server-address";
import { watchFolder } from "./command-line/watch/watch-command";

function connect(url: string | undefined) {
  return { url: readServerAddress(url, process.env), token: process.env["FALSEZERO_TOKEN"] || undefined };
}

interface ImportFlags {
  readonly run: string;
  readonly step?: number;
  readonly generationsPerPrompt?: number;
  readonly rewardColumns?: readonly string[];
  readonly split?: "train" | "eval";
  readonly segment?: string;
  readonly environment?: string;
  readonly url?: string;
  readonly json?: true;
  readonly dryRun?: true;
  readonly finished?: true;
}

interface WatchFlags extends Omit<ImportFlags, "dryRun" | "finished"> {
  readonly once?: true;
  readonly poll?: number;
}

interface ExportFlags {
  readonly out?: string;
  readonly url?: string;
  readonly label: readonly string[];
  readonly step?: number;
  readonly kind?: string;
}

interface DemoFlags {
  readonly run?: string;
  readonly live?: true;
  readonly speed?: number;
  readonly withoutFailureFields?: true;
  readonly url?: string;
}

/**
 * Sets the exit code instead of ending: what is printed reaches a pipe whole.
 *
 * @param failed the code where the server can't be used; null: the usual one.
 */
async function orExplain(work: () => Promise<number>, failed: number | null = null): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const failure = explainFailure(error);
    if (failure === null) throw error;
    console.error(failure.message);
    process.exitCode = failed ?? failure.code;
  }
}

const print = (line: string) => console.log(line);

const urlOption = () =>
  new Option("--url <url>", "the server; FALSEZERO_URL, else the one on this machine, is the default");

const program = new Command("falsezero")
  .description("Sends rollouts to a Falsezero server. A server that asks for a token gets FALSEZERO_TOKEN.")
  .showHelpAfterError("(--help shows how it is used)")
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.done : exitCodes.unusable));

/** What import and watch are told alike. */
function withRowOptions(command: Command, making: string): Command {
  return command
    .requiredOption("--run <name>", "the run to send to; made where it is new", parseNewRun)
    .option(
      "--step <n>",
      "the step of rows that do not say it; else it is read from the path, as in step_61/",
      parseStep,
    )
    .addOption(new Option("--split <split>", "train, or eval: rows that are not trained on").choices(["train", "eval"]))
    .option("--segment <name>", `the launch of the trainer that ${making} the rows`, parseName)
    .option("--environment <name>", "for rows that name no environment", parseName)
    .option("--generations-per-prompt <n>", "rollouts that share a prompt, for NeMo-RL's files", parseGenerations)
    .option("--reward-columns <names>", "columns that are rewards, for TRL's tables: a,b", parseColumns)
    .addOption(urlOption());
}

withRowOptions(program.command("import"), "made")
  .description("import files of rollouts, each with what its collector wrote beside it, or folders of such files")
  .argument("<paths...>", "files and folders; a folder is walked, hidden and unfinished files are left out")
  .option("--json", "print one JSON document instead of lines")
  .option("--dry-run", "read and judge the files, and send nothing")
  .option("--finished", "the run has ended: finish it when the files were taken")
  .addHelpText(
    "after",
    "\nExits 1 if anything was refused, 2 without a server. Ctrl-C stops it, and the same command goes on from there.",
  )
  .action(async (paths: string[], flags: ImportFlags) => {
    const { url, json, dryRun, finished, ...options } = flags;
    const command = { ...options, json: json ?? false, dryRun: dryRun ?? false, finished: finished ?? false };
    const stopping = untilInterrupted();
    await orExplain(async () => importPaths(paths, command, connect(url), print, stopping));
    if (stopping.aborted) endNow();
  });

withRowOptions(program.command("watch"), "makes")
  .description("follow a folder that a run writes to, and send what is new in its files")
  .argument("<folder>", "folder; its files are known by their content, as by import", parsePath)
  .option("--poll <seconds>", "between two looks at the folder; 1 unless told", parseSeconds)
  .option("--once", "send what is there now, and end")
  .option("--json", "print a JSON document a line")
  .addHelpText("after", "\nExits 1 if anything was refused, 2 if something could not be sent.")
  .action(async (folder: string, flags: WatchFlags) => {
    const { url, json, once, poll = 1, ...options } = flags;
    const command = { ...options, json: json ?? false, once: once ?? false, pollMs: poll * 1_000 };
    await orExplain(async () => watchFolder(folder, command, connect(url), untilInterrupted(), print));
  });

program
  .command("export")
  .description("write a run, or some of its rollouts, to a file that imports again")
  .argument("<run>", "the run", parseRun)
  .option(
    "--out <file>",
    "a file that is not there yet, packed where it ends in .gz; - is the standard output",
    parsePath,
  )
  .option("--step <n>", "rollouts of this step only, as with all that follow", parseStep)
  .option("--from <n>", "from this step on", parseStep)
  .option("--to <n>", "up to this step", parseStep)
  .addOption(new Option("--split <split>", "train unless told").choices(["train", "eval"]))
  .option("--segment <name>", "as this launch of the trainer ran them")
  .option("--environment <name>", "of this environment")
  .option("--kind <kind>", "of this failure kind")
  .addOption(new Option("--outcome <outcome>", "of this outcome").choices([...storedOutcomes]))
  .option("--group <name>", "of this prompt group")
  .option("--issue <n>", "of this failure issue", parseIssue)
  .option("--q <words>", "whose failure reason has these words")
  .option("--label <name=value>", "that carry this label; as often as wanted", addLabel, [])
  .addOption(urlOption())
  .addHelpText("after", "\nExits 2 without a server, and where the file can't be written or is there already.")
  .action(async (run: string, { out, url, label, ...told }: ExportFlags) => {
    const filter = new URLSearchParams();
    for (const [name, value] of Object.entries(told)) filter.set(name, String(value));
    for (const one of label) filter.append(`label.${one.slice(0, one.indexOf("="))}`, one.slice(one.indexOf("=") + 1));
    const stopping = untilInterrupted();
    const print = (line: string) => console.error(line);
    await orExplain(async () => exportRun({ run, out, filter }, { connection: connect(url), stopping, print }));
  });

program
  .command("demo")
  .description("play the bundled reconstruction of a run that lost its sessions at step 61")
  .addArgument(new Argument("<scenario>", "what to play").choices(["step-61"]))
  .option("--run <name>", "the run to play into", parseNewRun)
  .option("--live", `play it step by step, ${demoSpeed} times as fast as it was, instead of all at once`)
  .option("--speed <n>", "how many times as fast; implies --live", parseSpeed)
  .option("--without-failure-fields", "as it was recorded: lost rollouts are plain rewards of 0")
  .addOption(urlOption())
  .action(async (_scenario: string, flags: DemoFlags) => {
    const speed = flags.speed ?? (flags.live === true ? demoSpeed : null);
    const failureFields = flags.withoutFailureFields !== true;
    await orExplain(async () => {
      await startDemo({ scenario: "step-61", run: flags.run, speed, failureFields }, connect(flags.url), print);
      return exitCodes.done;
    });
  });

program
  .command("gate")
  .description("say what to do with a run now, for a script beside the trainer")
  .requiredOption("--run <name>", "the run that is asked about", parseRun)
  .addOption(urlOption())
  .option("--json", "print one JSON document instead of lines")
  .addHelpText(
    "after",
    "\nExits 0 to go on (ok, learning, blind), 1 to watch, 2 to stop, 3 where the server or the run can't be reached.",
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.done : gateCodes.unknown))
  .action(async ({ run, url, json }: { run: string; url?: string; json?: true }) => {
    await orExplain(async () => askGate({ run, json: json ?? false }, connect(url), print), gateCodes.unknown);
  });

addDataCommands(program);

await program.parseAsync();
