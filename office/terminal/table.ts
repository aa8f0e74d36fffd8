import stringWidth from 'string-width';

import type { Column, Pieces } from '../server/spreadsheet.ts';

const gap = '  ';
const narrowest = 8;
// Rows are drawn in batches, to limit memory for long lists; the first batch sets the widths.
const rowsAtATime = 500;

/** The lines that each row takes. Each line lists its columns and their widths. */
type Layout = { column: number; width: number }[][];

/**
 * Writes rows in aligned columns. `screen` is the maximum width in characters; undefined for no
 * limit. Long cells are truncated to fit; if that is not enough, each row takes several lines.
 */
export async function* writeTable<Row>(
  columns: readonly Column<Row>[],
  rows: Pieces<Row>,
  screen: number | undefined,
): AsyncGenerator<string> {
  let table = [columns.map(({ title }) => title)];
  let layout: Layout | undefined;
  for await (const row of rows) {
    table.push(columns.map(({ of }) => printable(of(row), { oneLine: true })));
    if (table.length < rowsAtATime) continue;
    layout ??= chooseLayout(columns, table, screen);
    yield drawRows(table, layout);
    table = [];
  }
  yield drawRows(table, layout ?? chooseLayout(columns, table, screen));
}

function chooseLayout<Row>(
  columns: readonly Column<Row>[],
  table: string[][],
  screen = Infinity,
): Layout {
  const natural = columns.map((_column, index) =>
    Math.max(...table.map((cells) => stringWidth(cells[index] ?? ''))),
  );
  const widths = [...natural];
  while (totalOf(widths) > screen) {
    const flexible = widths.map((width, index) => (columns[index]?.whole ? 0 : width));
    const widest = Math.max(...flexible);
    if (widest <= narrowest) return inSeveralLines(natural, screen);
    widths[flexible.indexOf(widest)] = widest - 1;
  }
  return [widths.map((width, column) => ({ column, width }))];
}

function inSeveralLines(widths: number[], screen: number): Layout {
  const lines: Layout = [[]];
  for (const [column, natural] of widths.entries()) {
    const width = Math.max(1, Math.min(natural, screen - gap.length));
    const before = lines.at(-1) ?? [];
    const total = totalOf([...before.map((cell) => cell.width), width]);
    if (total <= screen - gap.length) before.push({ column, width });
    else lines.push([{ column, width }]);
  }
  return lines;
}

function totalOf(widths: number[]): number {
  return widths.reduce((sum, width) => sum + gap.length + width, -gap.length);
}

function drawRows(table: string[][], layout: Layout): string {
  const lines = table.flatMap((cells) =>
    layout.map((line, index) => {
      const fitted = line.map(({ column, width }) => fitWidth(cells[column] ?? '', width));
      return `${index > 0 ? gap : ''}${fitted.join(gap)}`.trimEnd();
    }),
  );
  return lines.map((line) => (line === '' ? '' : `${line}\n`)).join('');
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function fitWidth(text: string, width: number): string {
  const missing = width - stringWidth(text);
  if (missing >= 0) return `${text}${' '.repeat(missing)}`;
  let cut = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = used + stringWidth(segment);
    if (next > width - 1) break;
    cut += segment;
    used = next;
  }
  return `${cut}…${' '.repeat(width - 1 - used)}`;
}

/**
 * Replaces control characters and marks that change the text direction. Line breaks and tabs are
 * kept; with `oneLine`, they become spaces.
 */
export function printable(text: string, { oneLine = false } = {}): string {
  const plain = oneLine ? text.replace(/\s+/gu, ' ') : text.replace(/\r\n?/g, '\n');
  return plain.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');
}
