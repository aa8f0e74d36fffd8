import { parse } from 'csv-parse/sync';

/** The apostrophes that `guardCell` puts into a cell, as the README describes them. */
export const guards = /(?<=^|[;\t\r\n])'(?=["']*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g;

/** Reads back what `writeCsv` wrote, exactly: the cells of each line, the titles first. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = parse(text, { bom: true, recordDelimiter: '\r\n' });
  return lines.map((cells) => cells.map(unguardCell));
}

/** Takes away the apostrophes that `guardCell` put there, and no others. */
export function unguardCell(cell: string): string {
  return cell.replace(guards, '');
}
