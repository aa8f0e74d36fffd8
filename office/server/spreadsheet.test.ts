import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { guards, parseCsv, unguardCell } from '../../testing/parse-csv.ts';
import { guardCell, writeCsv, type Column } from './spreadsheet.ts';

const columns: Column<string[]>[] = [
  { title: 'first', of: ([first = '']) => first },
  { title: 'second', of: ([, second = '']) => second },
];

async function csvOf(rows: string[][], options = {}): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of writeCsv(columns, rows, options)) pieces.push(piece);
  return pieces.join('');
}

const dangerous = ['=1+1', '+27 11 000 0000', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'];

it.each(dangerous)('keeps a spreadsheet from running %j', (cell) => {
  expect(guardCell(cell)).toBe(`'${cell}`);
  expect(unguardCell(guardCell(cell))).toBe(cell);
});

it.each(['plain', "'t Hooft", "'quoted'", 'a=b', '', ' =1', '"', 'one\n\ntwo', 'x; y', 'a,-b'])(
  'leaves %j alone',
  (cell) => {
    expect(guardCell(cell)).toBe(cell);
    expect(unguardCell(cell)).toBe(cell);
  },
);

it('tells a guarded formula from one that had an apostrophe of its own', () => {
  expect(guardCell("'=1")).toBe("''=1");
  expect(unguardCell(guardCell("'=1"))).toBe("'=1");
  expect(guardCell("a;'=1")).toBe("a;''=1");
});

it('quotes as RFC 4180 has it', async () => {
  expect(await csvOf([['a "b", c', 'two\r\nlines']])).toBe(
    '"first","second"\r\n"a ""b"", c","two\r\nlines"\r\n',
  );
});

it('begins with a byte order mark if it is asked to', async () => {
  expect(await csvOf([], { bom: true })).toBe('\uFEFF"first","second"\r\n');
  expect(parseCsv(await csvOf([['é', 'x']], { bom: true }))[1]).toEqual(['é', 'x']);
});

const cells = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...Array.from('\'=+-@\t\r\n",;a')) }),
);

it('gives back every cell exactly as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cells, cells)), async (rows) => {
      expect(parseCsv(await csvOf(rows))).toEqual([['first', 'second'], ...rows]);
    }),
  );
});

it('is undone by the pattern that the README gives', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`\`${guards.source}\``);
});

/**
 * The cells that a spreadsheet makes of a file with the list separator of its country: quotes count
 * only where a cell begins, and what follows the last one belongs to the cell.
 */
function cellsOfSpreadsheet(text: string, separator: string): string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`,
    'y',
  );
  const found: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted = '', rest = ''] = cell.exec(text) ?? [];
    found.push(`${quoted.replaceAll('""', '"')}${rest}`);
  }
  return found;
}

const formula = /^[\t\r\n]*[=+\-@＝＋－＠]/;

it.each([
  'Good day;=1+1',
  'Good day;"=1+1&"',
  "Good day;'=1+1",
  'Good day\n-1+1',
  'Good day;\t@SUM(A1)',
  '"quoted";=1+1;and more',
])('keeps %j from becoming a formula where cells end at a semicolon', async (cell) => {
  const found = cellsOfSpreadsheet(await csvOf([['7F3K-92QD', cell]]), ';');
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((part) => formula.test(part))).toEqual([]);
});

it.each([',', ';', '\t'])(
  'makes no formula of any text where cells end at %j',
  async (separator) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cells, cells)), async (rows) => {
        const found = cellsOfSpreadsheet(await csvOf(rows), separator);
        expect(found.filter((part) => formula.test(part))).toEqual([]);
      }),
    );
  },
);
