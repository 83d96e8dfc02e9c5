import { type Command, Option } from "commander";
import { StoreError } from "@/db/sqlite/migrate";
import { ConfigError } from "@/lib/server/config";
import { backUpData } from "./backup-command";
import { compactData } from "./compact-command";
import { findDataFolder } from "./data-folder";
import { examineData } from "./doctor/doctor-command";
import { parsePath } from "./option-values";
import { rebuildData } from "./rebuild-command";
import { restoreData } from "./restore-command";
import { retainData } from "./retain-command";
import { exitCodes, readServerAddress } from "./server-address";

interface DataFlags {
  readonly data?: string;
  readonly json?: true;
  readonly url?: string;
}

const print = (line: string) => console.log(line);

async function orSay(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const isTold = error instanceof StoreError || error instanceof ConfigError || error instanceof RangeError;
    if (!isTold) throw error;
    console.error(`${error.message}.`.replace(/\.\.$/, "."));
    process.exitCode = exitCodes.unusable;
  }
}

function serverOption(): Option {
  return new Option("--url <url>", "the server; FALSEZERO_URL, else the one on this machine, is the default");
}

function toData({ data }: DataFlags) {
  return findDataFolder(data, process.env);
}

function withDataOptions(command: Command): Command {
  return command
    .option(
      "--data <folder>",
      "the folder of the data; FALSEZERO_DATA, else data in the project folder, is the default",
      parsePath,
    )
    .option("--json", "print one JSON document instead of lines");
}

/** The commands that work on the folder of the data itself, on the machine where it lies. */
export function addDataCommands(program: Command): void {
  withDataOptions(program.command("backup"))
    .description("write a checked copy of the data to a file, while the server runs or not")
    .argument("<file>", "where to; a file that is there is not written over", parsePath)
    .action(async (file: string, flags: DataFlags) => {
      await orSay(() => backUpData(file, { json: flags.json ?? false }, toData(flags), print));
    });

  withDataOptions(program.command("restore"))
    .description("put a copy in the place of the data, while the server runs or not")
    .argument("<file>", "what backup wrote", parsePath)
    .addOption(serverOption())
    .addHelpText(
      "after",
      "\nWhat was there is kept beside it. Exits 2, having changed nothing, where it can't be done.",
    )
    .action(async (file: string, flags: DataFlags) => {
      await orSay(() => {
        const url = readServerAddress(flags.url, process.env);
        return restoreData(file, { json: flags.json ?? false, url }, toData(flags), process.env, print);
      });
    });

  withDataOptions(program.command("rebuild"))
    .description(
      "make everything that is derived again from the rows, and say what differs; the server has to be stopped",
    )
    .addHelpText("after", "\nExits 1 if something differs from before.")
    .action(async (flags: DataFlags) => {
      await orSay(() => rebuildData({ json: flags.json ?? false }, toData(flags), print));
    });

  withDataOptions(program.command("compact"))
    .description("write the database anew without its free pages; the server has to be stopped")
    .action(async (flags: DataFlags) => {
      await orSay(() => compactData({ json: flags.json ?? false }, toData(flags), print));
    });

  withDataOptions(program.command("retain"))
    .description("do what the rules of retention say now; a running server does so once an hour")
    .option("--dry-run", "say what they would do, beside a running server too, and remove nothing")
    .action(async (flags: DataFlags & { readonly dryRun?: true }) => {
      const { json = false, dryRun = false } = flags;
      await orSay(() => retainData({ json, isDryRun: dryRun }, toData(flags), process.env, print));
    });

  withDataOptions(program.command("doctor"))
    .description("look at the data, the disk, the settings and the server, and say what to do")
    .addOption(serverOption())
    .addHelpText("after", "\nChanges nothing. Exits 1 if something fails.")
    .action(async (flags: DataFlags) => {
      await orSay(() => {
        const url = readServerAddress(flags.url, process.env);
        return examineData({ json: flags.json ?? false, url }, toData(flags), process.env, print);
      });
    });
}
