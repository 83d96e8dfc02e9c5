import { Presets, SingleBar } from "cli-progress";

/** Shows how far a long piece of work is; on a terminal only, and never between what is printed for scripts. */
export interface Progress {
  advance(by: number): void;
  /** Prints a line above the bar. */
  say(line: string): void;
  stop(): void;
}

/** Lines alone. */
function makePlain(print: (line: string) => void): Progress {
  return { advance: () => undefined, say: print, stop: () => undefined };
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
    say: (line) => {
      // The bar draws itself again below what was printed.
      process.stderr.write("\r\u001B[K");
      print(line);
      bar.updateETA();
    },
    stop: () => bar.stop(),
  };
}
