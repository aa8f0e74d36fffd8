import { writeCsv } from './csv.ts';
import { writeJson } from './json.ts';
import { writeTable } from './table.ts';
import type { View } from './view.ts';

export const formats = ['table', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

export interface FormatOptions {
  /** The width of the screen that a table has to fit; undefined for as wide as it takes. */
  columns: number | undefined;
  /** Whether a CSV file begins with the mark by which Excel knows UTF-8. */
  bom: boolean;
}

/** Writes rows in a format, a piece at a time. */
export function writeRows<Row>(
  format: Format,
  view: View<Row>,
  rows: AsyncIterable<Row>,
  { columns, bom }: FormatOptions,
): AsyncIterable<string> {
  if (format === 'json') return writeJson(view, rows);
  if (format === 'csv') return writeCsv(view.csv, rows, { bom });
  return writeTable(view.table, rows, columns);
}
