import stringWidth from 'string-width';

import type { Column, Pieces } from './output.ts';

const gap = '  ';
const narrowest = 8;
// Columns are measured over so many rows at a time, so that a long list needs little memory.
const rowsAtATime = 500;

/** Writes rows in columns that stand below each other and fit the screen, if there is one. */
export async function* writeTable<Row>(
  columns: readonly Column<Row>[],
  rows: Pieces<Row>,
  screen: number | undefined,
): AsyncGenerator<string> {
  let lines = [columns.map(({ title }) => title)];
  let widths: number[] | undefined;
  for await (const row of rows) {
    lines.push(columns.map(({ of }) => printable(of(row), { oneLine: true })));
    if (lines.length < rowsAtATime) continue;
    widths ??= chooseWidths(columns, lines, screen);
    yield drawLines(lines, widths);
    lines = [];
  }
  yield drawLines(lines, widths ?? chooseWidths(columns, lines, screen));
}

function chooseWidths<Row>(
  columns: readonly Column<Row>[],
  lines: string[][],
  screen: number | undefined,
): number[] {
  const widths = columns.map((_column, index) =>
    Math.max(...lines.map((cells) => stringWidth(cells[index] ?? ''))),
  );
  const total = () => widths.reduce((sum, width) => sum + gap.length + width, -gap.length);
  while (screen !== undefined && total() > screen) {
    const flexible = widths.map((width, index) => (columns[index]?.whole ? 0 : width));
    const widest = Math.max(...flexible);
    if (widest <= narrowest) break;
    widths[flexible.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function drawLines(lines: string[][], widths: number[]): string {
  const fitted = lines.map((cells) =>
    cells.map((cell, index) => fitWidth(cell, widths[index] ?? 0)),
  );
  return fitted.map((cells) => `${cells.join(gap).trimEnd()}\n`).join('');
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text in exactly so many columns: cut with an ellipsis, or filled up with spaces. */
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
 * The text without what a terminal obeys: control characters, and marks that turn the direction
 * of what follows. Line breaks and tabs stay unless it has to be one line.
 */
export function printable(text: string, { oneLine = false } = {}): string {
  const plain = oneLine ? text.replace(/\s+/gu, ' ') : text.replace(/\r\n?/g, '\n');
  return plain.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');
}
