import { displayWidth, fitWidth } from './display-width.ts';
import { printable } from './printable.ts';
import type { Column } from './view.ts';

const gap = '  ';
const narrowest = 8;
// Columns are measured over so many rows at a time, so that a long list needs little memory.
const rowsAtATime = 500;

/** Writes rows in columns that stand below each other and fit the screen, if there is one. */
export async function* writeTable<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
  screen: number | undefined,
): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => title);
  let lines: string[][] = [titles];
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
    Math.max(...lines.map((cells) => displayWidth(cells[index] ?? ''))),
  );
  if (screen === undefined) return widths;
  const total = () => widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
  while (total() > screen) {
    const flexible = widths.map((width, index) => (columns[index]?.whole ? 0 : width));
    const widest = Math.max(...flexible);
    if (widest <= narrowest) break;
    widths[flexible.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function drawLines(lines: string[][], widths: number[]): string {
  return lines
    .map((cells) => {
      const line = cells.map((cell, index) => fitWidth(cell, widths[index] ?? 0)).join(gap);
      return `${line.trimEnd()}\n`;
    })
    .join('');
}
