import type { ImportTarget } from "@/lib/importers/import-target";

/** A server that stores a large batch on a busy disk answers within less. */
const quietMs = 10_000;

/** The same target, but that it is told when it has not answered for ten seconds, and when it answers again. */
export function tellWaiting(target: ImportTarget, tell: (line: string) => void): ImportTarget {
  let waiting = 0;
  const told = async <Result>(work: Promise<Result>): Promise<Result> => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (waiting++ === 0) {
        tell(
          `The server has not answered for ${quietMs / 1_000} s. It is waited for and asked again; what it took stays.`,
        );
      }
    }, quietMs);
    try {
      const result = await work;
      if (isLate && waiting === 1) tell("The server answers again.");
      return result;
    } finally {
      clearTimeout(timer);
      if (isLate) waiting--;
    }
  };
  return {
    declareExpected: (...args) => told(target.declareExpected(...args)),
    sendRows: (...args) => told(target.sendRows(...args)),
    sendCounts: (counts) => told(target.sendCounts(counts)),
    sendRecords: (...args) => told(target.sendRecords(...args)),
  };
}
