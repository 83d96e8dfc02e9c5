export interface BatchLimits {
  readonly rows: number;
  /** Characters of text; a row that is longer goes alone. */
  readonly characters: number;
}

/** Enough rows that requests cost little, few enough that one is quickly sent again. */
export const ordinaryBatch: BatchLimits = { rows: 512, characters: 4 * 1024 * 1024 };

/** Gathers rows into batches, in their order, holding one batch at a time. */
export async function* inBatches<Row extends { readonly text: string }>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  limits: BatchLimits,
): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    if (batch.length > 0 && (batch.length >= limits.rows || characters + row.text.length > limits.characters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(row);
    characters += row.text.length;
  }
  if (batch.length > 0) yield batch;
}
