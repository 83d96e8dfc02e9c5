import { Presets, SingleBar } from "cli-progress";

/** Shows how far a long piece of work is; on a terminal only, and never between what is printed for scripts. */
export interface Progress {
  advance(by: number): void;
  /** How far it is by now, of how much by now. */
  set(value: number, total: number): void;
  /** Prints a line above the bar. */
  say(line: string): void;
  stop(): void;
}

/** Lines alone. */
function makePlain(print: (line: string) => void): Progress {
  return { advance: () => undefined, set: () => undefined, say: print, stop: () => undefined };
}

/** Of a copy of the database, in its pages; none beside what is printed for scripts. */
export function showCopying(isQuiet: boolean, print: (line: string) => void): Progress {
  // How many pages there are is told with the first of them.
  return showProgress(isQuiet ? 0 : 1, "copying {bar} {percentage}% | {eta_formatted} left", print);
}

/**
 * @param total in the unit of `advance`; 0 shows no bar.
 * @param format of the bar, in cli-progress' terms.
 */
export function showProgress(total: number, format: string, print: (line: string) => void): Progress {
  if (process.stderr.isTTY !== true || total === 0) return makePlain(print);
  const bar = new SingleBar(
    { format, stream: process.stderr, hideCursor: true, clearOnComplete: true, etaBuffer: 50 },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return {
    advance: (by) => bar.increment(by),
    set: (value, whole) => {
      bar.setTotal(whole);
      bar.update(value);
    },
    say: (line) => {
      // The bar draws itself again below what was printed.
      process.stderr.write("\r\u001B[K");
      print(line);
      bar.updateETA();
    },
    stop: () => bar.stop(),
  };
}
