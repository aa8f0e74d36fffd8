import type { Row as SheetRow } from 'write-excel-file/node';

import { localDate, localTime, momentOf } from '#contract/time.ts';

export interface Column<Row> {
  title: string;
  of: (row: Row) => string;
  /** The time that `of` returns as text. A workbook stores it as a date. */
  time?: (row: Row) => Date | undefined;
  format?: string;
}

/** A column of South African times, which a workbook stores as dates, so that it can sort them. */
export function timeColumn<Row>(
  title: string,
  time: (row: Row) => Date | null | undefined,
): Column<Row> {
  function of(row: Row): string {
    const moment = time(row);
    return moment ? localTime(moment) : '';
  }
  return { title, of, time: (row) => time(row) ?? undefined, format: 'yyyy-mm-dd hh:mm' };
}

/** A column of days such as `2026-12-01`, which a workbook stores as dates. */
export function dayColumn<Row>(
  title: string,
  day: (row: Row) => string | null | undefined,
): Column<Row> {
  function time(row: Row): Date | undefined {
    const date = day(row);
    return date ? momentOf(date) : undefined;
  }
  return { title, of: (row) => day(row) ?? '', time, format: 'yyyy-mm-dd' };
}

export type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>;

// Excel splits a line into cells at the list separator of its locale. If that is the comma, our
// quotes protect the text. Otherwise (in South Africa it is the semicolon) Excel ignores our quotes,
// so a cell can begin after any semicolon, tab or line break, but not after a comma. A `sep=,` line
// would be a row of data to other programs, and would prevent Excel from recognising UTF-8.
const beforeFormula = /(?<=^|[;\t\r\n])(?=["']*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g;

/**
 * Puts an apostrophe before anything that a spreadsheet would run as a formula, even after other
 * apostrophes, so that removing one restores the original.
 */
export function guardCell(cell: string): string {
  return cell.replace(beforeFormula, "'");
}

/** Writes RFC 4180 after a byte order mark. Nothing is written before the first row was read. */
export async function* writeCsv<Row>(
  columns: readonly Column<Row>[],
  rows: Pieces<Row>,
): AsyncGenerator<string> {
  let line = `\uFEFF${csvLine(columns.map(({ title }) => title))}`;
  for await (const row of rows) {
    yield line;
    line = csvLine(columns.map(({ of }) => of(row)));
  }
  yield line;
}

function csvLine(cells: string[]): string {
  const quoted = cells.map((cell) => `"${guardCell(cell).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/** The maximum width of a column in characters. */
const maxWidth = 50;

/** Writes rows as an Excel workbook. Every cell is text or a time, and none is a formula. */
export async function writeXlsx<Row>(
  columns: readonly Column<Row>[],
  rows: Pieces<Row>,
): Promise<Buffer> {
  const titles = columns.map(({ title }) => title);
  const sheet: SheetRow[] = [
    titles.map((title) => ({ value: title, type: String, fontWeight: 'bold' as const })),
  ];
  const lengths = titles.map((title) => title.length + 1);
  for await (const row of rows) {
    sheet.push(
      columns.map(({ of, time, format = '' }, index) => {
        const text = of(row);
        const longest = Math.max(...text.split('\n').map((line) => line.length));
        lengths[index] = Math.max(lengths[index] ?? 0, longest + 1);
        const moment = time?.(row);
        return moment ? { value: localDate(moment), type: Date, format } : textCell(text);
      }),
    );
  }
  const options = {
    sheet: 'Enquiries',
    stickyRowsCount: 1,
    columns: lengths.map((length) => ({ width: Math.min(maxWidth, length) })),
  };
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(sheet, options).toBuffer();
}

// The maximum length of a cell in Excel, in characters.
const longestCell = 32_767;

// Excel reads `_x0041_` in a cell as `A`, and `_x005F_` as an underscore.
const escapeSequence = /_(?=x[\dA-F]{4}_)/gi;

/** Guards the text, as Excel re-parses edited cells. XML does not allow control characters. */
function textCell(text: string) {
  const value = guardCell(text)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .slice(0, longestCell)
    .replace(escapeSequence, '_x005F_');
  return { value, type: String };
}
