/** Shows how far a copy is, on a terminal only. */
export function copyProgress(
  what: string,
  isQuiet: boolean,
): { readonly show: (copied: number, total: number) => void; end(): void } {
  const isShown = process.stderr.isTTY === true && !isQuiet;
  return {
    show: (copied, total) => {
      if (!isShown || total === 0) return;
      process.stderr.write(`\r\u001B[K${what}: ${Math.floor((100 * copied) / total)}%`);
    },
    end: () => {
      if (isShown) process.stderr.write("\r\u001B[K");
    },
  };
}
