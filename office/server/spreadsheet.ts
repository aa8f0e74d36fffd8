import type { SheetData } from 'write-excel-file/node';

/** A column of a table or of a spreadsheet. */
export interface Column<Row> {
  title: string;
  /** Whether a table shows all of it, however narrow the screen is. */
  whole?: boolean;
  of: (row: Row) => string;
}

/** What is there at once, or comes a piece at a time. */
export type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>;

// Excel ends a cell at the list separator of its country, which in South Africa is the semicolon, and
// then no longer minds our quotes: a cell or a row may begin behind any semicolon, tab or line break of
// a text. A comma needs no guard: where it ends a cell, quotes count. A line `sep=,` would be a record
// to whatever else reads the file, and keeps Excel from seeing the mark of UTF-8.
const beforeFormula = /(?<=^|[;\t\r\n])(?=["']*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g;

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula, at the beginning of a cell or
 * where one may begin in the midst of it. What has one there already gets one more, so that taking
 * one away gives back exactly what was there.
 */
export function guardCell(cell: string): string {
  return cell.replace(beforeFormula, "'");
}

/** Writes rows as RFC 4180 has it: every cell in quotes, lines that end in CRLF. */
export async function* writeCsv<Row>(
  columns: readonly Column<Row>[],
  rows: Pieces<Row>,
  { bom = false } = {},
): AsyncGenerator<string> {
  if (bom) yield '\uFEFF';
  yield csvLine(columns.map(({ title }) => title));
  for await (const row of rows) yield csvLine(columns.map(({ of }) => of(row)));
}

function csvLine(cells: string[]): string {
  const quoted = cells.map((cell) => `"${guardCell(cell).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/** Writes rows as an Excel workbook in which every cell is text, and no text a formula. */
export async function writeXlsx<Row>(
  columns: readonly Column<Row>[],
  rows: Pieces<Row>,
): Promise<Buffer> {
  const sheet = [columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' }))];
  for await (const row of rows) {
    sheet.push(columns.map(({ of }) => textCell(of(row))) as (typeof sheet)[number]);
  }
  // In characters: each title can be read without widening its column.
  const widths = columns.map(({ title }) => ({ width: Math.max(16, title.length + 2) }));
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(sheet as SheetData, { stickyRowsCount: 1, columns: widths }).toBuffer();
}

// Cells of Excel hold no more.
const longestCell = 32_767;

/** Guarded too: whoever edits a cell has Excel read it anew. XML has no control characters. */
function textCell(text: string) {
  const value = guardCell(text)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .slice(0, longestCell);
  return { value, type: String };
}
