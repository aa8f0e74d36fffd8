import type { Column } from './view.ts';

const byteOrderMark = '\uFEFF';

// What spreadsheets take for a formula at the beginning of a cell, behind apostrophes or not.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guardedFormula = /^''*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula. A cell that has one there
 * already gets one more, so that `unguardCell` gives back exactly what was there.
 */
export function guardCell(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Takes away the apostrophe that `guardCell` put there, and no other. */
export function unguardCell(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}

/** Writes rows as RFC 4180 has it: every cell in quotes, lines that end in CRLF. */
export async function* writeCsv<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
  { bom = false } = {},
): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => title);
  yield `${bom ? byteOrderMark : ''}${csvLine(titles)}`;
  for await (const row of rows) yield csvLine(columns.map(({ of }) => of(row)));
}

function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${guardCell(cell).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}
