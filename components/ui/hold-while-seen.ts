/**
 * Holds something, as a live stream, for as long as the tab is seen: a hidden one has no reader, and gives its
 * connection back.
 *
 * @param start begins it. @returns what ends it. @param isAwake whether a tab that is being hidden holds it too.
 */
export function holdWhileSeen(start: () => () => void, isAwake: () => boolean = () => false): () => void {
  let end: (() => void) | null = null;

  function letGo() {
    end?.();
    end = null;
  }
  function follow() {
    if (!document.hidden || isAwake()) end ??= start();
    else letGo();
  }

  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    letGo();
  };
}
