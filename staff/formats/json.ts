import type { View } from './view.ts';

/** Writes rows as one JSON array, a row to a line. */
export async function* writeJson<Row>(
  view: Pick<View<Row>, 'json'>,
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(view.json(row))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
