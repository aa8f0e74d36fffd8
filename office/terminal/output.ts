import * as z from 'zod';

import { withId } from '../../storage/connection.ts';
import { writeCsv, type Column, type Pieces } from '../server/spreadsheet.ts';
import { flag, textOption } from './command.ts';
import { writeTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { writeWholeFile } from './write-file.ts';

/** How the rows of one kind are shown. A program gets them as they are stored. */
export interface View<Row> {
  /** What one row and several are called. */
  names: readonly [one: string, several: string];
  table: readonly Column<Row>[];
  /** For a spreadsheet, where that has more columns. */
  csv?: readonly Column<Row>[];
}

const formats = ['table', 'json', 'csv'] as const;

/** The options that say how rows are written, and where to. */
export const outputOptions = z.object({
  format: z.enum(formats, `must be ${formats.join(', ')}`).optional(),
  out: textOption.optional(),
  /** Whether a CSV file begins with the mark by which Excel knows UTF-8. */
  bom: flag,
});

export const outputUsage = '[--format table|json|csv] [--out FILE] [--bom]';

/**
 * Writes rows in a format, as `writeResult`, to where the options say, and how many they are of how
 * many in all, if that is known. A table fits the screen.
 */
export async function writeRows<Row extends { _id: string }>(
  terminal: Terminal,
  view: View<Row>,
  { rows, total }: { rows: Pieces<Row>; total?: number },
  { format = 'table', out, bom }: z.infer<typeof outputOptions>,
): Promise<void> {
  let written = 0;
  async function* counted(): AsyncGenerator<Row> {
    for await (const row of rows) {
      yield row;
      written += 1;
      if (written % 500 === 0) terminal.progress(`${written} ${view.names[1]} …`);
    }
  }
  const screen = out === undefined ? terminal.columns : undefined;
  const pieces = {
    table: () => writeTable(view.table, counted(), screen),
    json: () => writeJson(counted()),
    csv: () => writeCsv(view.csv ?? view.table, counted(), { bom }),
  }[format]();
  await writeResult(terminal, out, pieces);
  if (total !== undefined) terminal.note(describeCount(written, total, view.names));
}

/** Such as `20 of 312 enquiries.`; more may have come since all were counted. */
function describeCount(written: number, total: number, [one, several]: View<never>['names']) {
  if (written === 0) return `No ${several} were found.`;
  if (written < total) return `${written} of ${total} ${several}.`;
  return written === 1 ? `1 ${one}.` : `${written} ${several}.`;
}

/**
 * Writes a result to a file that only its owner can read, or to the terminal when none is named.
 *
 * @throws CommandError when the file is there already, or not all of it can be written.
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
  await writeWholeFile(file, pieces);
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
