import { parse } from 'csv-parse/sync';

/** The apostrophes that `guardCell` puts into a cell, as the README describes them. */
const guards = /(?<=^|[;\t\r\n])'(?=["']*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g;

/** Parses the output of `writeCsv`. The first line has the titles. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = parse(text, { bom: true, recordDelimiter: '\r\n' });
  return lines.map((cells) => cells.map(unguardCell));
}

export function unguardCell(cell: string): string {
  return cell.replace(guards, '');
}
