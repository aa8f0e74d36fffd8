import type { SheetData } from 'write-excel-file/node';

/** A column of a table or spreadsheet. */
export interface Column<Row> {
  title: string;
  /** Whether a table never truncates it. */
  whole?: boolean;
  of: (row: Row) => string;
}

/** In memory, or streamed. */
export type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>;

// Excel splits cells at the list separator of its locale (in South Africa the semicolon), and then
// ignores our quotes: a cell may begin after any semicolon, tab or line break. Commas are safe,
// because quotes count there. A `sep=,` line would be a record to other programs, and prevents
// Excel from recognising UTF-8.
const beforeFormula = /(?<=^|[;\t\r\n])(?=["']*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g;

/**
 * Prefixes an apostrophe to anything that a spreadsheet would run as a formula, at the start of a
 * cell or where one may begin within it. Existing apostrophes get one more, so that removing one
 * restores the original.
 */
export function guardCell(cell: string): string {
  return cell.replace(beforeFormula, "'");
}

/** Writes rows as in RFC 4180: all cells quoted, lines end in CRLF. */
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

/** Writes rows as an Excel workbook in which every cell is text and no cell is a formula. */
export async function writeXlsx<Row>(
  columns: readonly Column<Row>[],
  rows: Pieces<Row>,
): Promise<Buffer> {
  const sheet = [columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' }))];
  for await (const row of rows) {
    sheet.push(columns.map(({ of }) => textCell(of(row))) as (typeof sheet)[number]);
  }
  // Widths in characters, so that each title fits its column.
  const widths = columns.map(({ title }) => ({ width: Math.max(16, title.length + 2) }));
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(sheet as SheetData, { stickyRowsCount: 1, columns: widths }).toBuffer();
}

// Excel's maximum.
const longestCell = 32_767;

/** Guarded too, because Excel re-parses a cell when it is edited. XML has no control characters. */
function textCell(text: string) {
  const value = guardCell(text)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .slice(0, longestCell);
  return { value, type: String };
}
