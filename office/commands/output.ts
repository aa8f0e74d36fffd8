import { open } from 'node:fs/promises';
import * as z from 'zod';

import { withId } from '../../storage/connection.ts';
import { CommandError, flag } from './command.ts';
import { writeTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** A column of a table or of a spreadsheet. */
export interface Column<Row> {
  title: string;
  /** Whether a table shows all of it, however narrow the screen is. */
  whole?: boolean;
  of: (row: Row) => string;
}

/** How the rows of one kind are shown. A program gets them as they are stored. */
export interface View<Row> {
  table: readonly Column<Row>[];
  /** For a spreadsheet, where that has more columns. */
  csv?: readonly Column<Row>[];
}

/** What is there at once, or comes a piece at a time. */
export type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>;

const formats = ['table', 'json', 'csv'] as const;

/** The options that say how rows are written, and where to. */
export const outputOptions = z.object({
  format: z.enum(formats, `must be ${formats.join(', ')}`).optional(),
  out: z.string().min(1).optional(),
  /** Whether a CSV file begins with the mark by which Excel knows UTF-8. */
  bom: flag,
});

export const outputUsage = '[--format table|json|csv] [--out FILE] [--bom]';

/** Writes rows in a format, as `writeResult`, to where the options say. A table fits the screen. */
export async function writeRows<Row extends { _id: string }>(
  terminal: Terminal,
  view: View<Row>,
  rows: Pieces<Row>,
  { format = 'table', out, bom }: z.infer<typeof outputOptions>,
): Promise<void> {
  const screen = out === undefined ? terminal.columns : undefined;
  const pieces = {
    table: () => writeTable(view.table, rows, screen),
    json: () => writeJson(rows),
    csv: () => writeCsv(view.csv ?? view.table, rows, { bom }),
  }[format]();
  await writeResult(terminal, out, pieces);
}

/**
 * Writes a result to a file that only its owner can read, or to the terminal when none is named.
 *
 * @throws CommandError when the file is there already.
 */
export async function writeResult(
  terminal: Terminal,
  file: string | undefined,
  pieces: Pieces<string>,
): Promise<void> {
  if (file === undefined) {
    for await (const piece of pieces) await terminal.write(piece);
    return;
  }
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'it is there already' : code;
    throw new CommandError(`${file} cannot be written: ${why}.`);
  });
  try {
    for await (const piece of pieces) await handle.write(piece);
  } finally {
    await handle.close();
  }
  terminal.note(`Written to ${file}. It holds personal data: delete it when it has been used.`);
}

/** Writes rows as one JSON array, a row to a line. */
async function* writeJson(rows: Pieces<{ _id: string }>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(withId(row))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

// What spreadsheets take for a formula at the beginning of a cell, behind apostrophes or not.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula. A cell that has one there
 * already gets one more, so that taking one away gives back exactly what was there.
 */
export function guardCell(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
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
