/** Splits a sequence into lists of this size; the last may be shorter. */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
    if (collected.length < size) continue;
    yield collected;
    collected = [];
  }
  if (collected.length > 0) yield collected;
}
