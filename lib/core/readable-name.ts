/** Hidden files, and those that a writer has not finished. */
const ignored = /(?:^|[/])[.][^/]|[.]part-|[.]partial(?:[.]gz)?$/;
const readable = /[.](?:jsonl|ndjson|json)(?:[.]gz)?$|[.]parquet$/i;

/** Whether a file in a folder is one to look at, by its name: a run's folder holds checkpoints too. */
export function isReadableName(path: string): boolean {
  return !ignored.test(path) && readable.test(path);
}
