/** Tells TRL's logged completions by the columns of the table. */
import type { FileSample, Importer, Recognition } from "../importer";
import { startReading } from "./map";

const completionsName = /(?:^|[_-])completions_(\d{1,9})[.]parquet$/;

function recognise({ name, columns }: FileSample): Recognition | null {
  if (columns === null || !["step", "prompt", "completion"].every((column) => columns.includes(column))) return null;
  const inName = completionsName.exec(name)?.[1];
  return {
    role: "rows",
    kind: "completions",
    format: "native",
    reading: "parquet",
    step: inName === undefined ? null : Number(inName),
    hasOwnSteps: true,
    startReading,
  };
}

export const trl: Importer = {
  producer: "trl",
  title: "TRL completions",
  expects: "completions that TRL logged (a parquet table with step, prompt, completion and a column a reward function)",
  recognise,
  claims: (name) => completionsName.test(name),
  stemOf: (path) => path,
  companionsOf: () => [],
};
