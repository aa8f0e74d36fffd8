import fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseCsv, unguardCell } from '../../testing/parse-csv.ts';
import { guardCell, writeCsv, type Column } from './output.ts';

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

it.each(['plain', "'t Hooft", "'quoted'", 'a=b', '', ' =1', '"'])('leaves %j alone', (cell) => {
  expect(guardCell(cell)).toBe(cell);
  expect(unguardCell(cell)).toBe(cell);
});

it('tells a guarded formula from one that had an apostrophe of its own', () => {
  expect(guardCell("'=1")).toBe("''=1");
  expect(unguardCell(guardCell("'=1"))).toBe("'=1");
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
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a') }),
);

it('gives back every cell exactly as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cells, cells)), async (rows) => {
      expect(parseCsv(await csvOf(rows))).toEqual([['first', 'second'], ...rows]);
    }),
  );
});

it('refuses to read what it did not write', () => {
  expect(() => parseCsv('a,b\r\n')).toThrow(SyntaxError);
  expect(() => parseCsv('"a","b"')).toThrow(SyntaxError);
});
