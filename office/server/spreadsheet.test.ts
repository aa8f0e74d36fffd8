import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';

import { parseCsv, unguardCell } from '#support/parse-csv.ts';
import {
  guardCell,
  dayColumn,
  timeColumn,
  writeCsv,
  writeXlsx,
  type Column,
} from './spreadsheet.ts';

const columns: Column<string[]>[] = [
  { title: 'first', of: ([first = '']) => first },
  { title: 'second', of: ([, second = '']) => second },
];

async function csvOf(rows: string[][]): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of writeCsv(columns, rows)) pieces.push(piece);
  return pieces.join('');
}

const dangerous = ['=1+1', '+27 11 000 0000', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'];

it.each(dangerous)('prevents a spreadsheet from running %j', (cell) => {
  expect(guardCell(cell)).toBe(`'${cell}`);
  expect(unguardCell(guardCell(cell))).toBe(cell);
});

it.each(['plain', "'t Hooft", "'quoted'", 'a=b', '', ' =1', '"', 'one\n\ntwo', 'x; y', 'a,-b'])(
  'leaves %j unchanged',
  (cell) => {
    expect(guardCell(cell)).toBe(cell);
    expect(unguardCell(cell)).toBe(cell);
  },
);

it('distinguishes a guarded formula from text that already had an apostrophe', () => {
  expect(guardCell("'=1")).toBe("''=1");
  expect(unguardCell(guardCell("'=1"))).toBe("'=1");
  expect(guardCell("a;'=1")).toBe("a;''=1");
});

it('quotes according to RFC 4180, after a byte order mark', async () => {
  expect(await csvOf([])).toBe('\uFEFF"first","second"\r\n');
  expect(await csvOf([['a "b", c', 'two\r\nlines']])).toBe(
    '\uFEFF"first","second"\r\n"a ""b"", c","two\r\nlines"\r\n',
  );
});

const cells = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...Array.from('\'=+-@\t\r\n",;a')) }),
);

it('preserves every cell exactly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cells, cells)), async (rows) => {
      expect(parseCsv(await csvOf(rows))).toEqual([['first', 'second'], ...rows]);
    }),
  );
});

/**
 * Splits a text into cells as a spreadsheet does with the list separator of its locale. Quotes are
 * special only at the start of a cell, and text after the closing quote belongs to the cell.
 */
function cellsOfSpreadsheet(text: string, separator: string): string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`,
    'y',
  );
  const cellTexts: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted = '', rest = ''] = cell.exec(text) ?? [];
    cellTexts.push(`${quoted.replaceAll('""', '"')}${rest}`);
  }
  return cellTexts;
}

const formula = /^[\t\r\n]*[=+\-@＝＋－＠]/;

it.each([
  'Good day;=1+1',
  'Good day;"=1+1&"',
  "Good day;'=1+1",
  'Good day\n-1+1',
  'Good day;\t@SUM(A1)',
  '"quoted";=1+1;and more',
])('prevents %j from becoming a formula where cells are separated by semicolons', async (cell) => {
  const cellTexts = cellsOfSpreadsheet(await csvOf([['7F3K-92QD', cell]]), ';');
  expect(cellTexts.length).toBeGreaterThan(3);
  expect(cellTexts.filter((part) => formula.test(part))).toEqual([]);
});

it.each([',', ';', '\t'])(
  'produces no formula from any text, even if cells are separated by %j',
  async (separator) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cells, cells)), async (rows) => {
        const cellTexts = cellsOfSpreadsheet(await csvOf(rows), separator);
        expect(cellTexts.filter((part) => formula.test(part))).toEqual([]);
      }),
    );
  },
);

it('writes a workbook with sized columns and dates in South African time', async () => {
  const received = new Date('2026-11-23T22:15:00Z');
  const rows = [{ received, words: 'twenty characters ok' }, { words: '=1+1' }];
  const file = await writeXlsx<(typeof rows)[number]>(
    [
      timeColumn('Received', (row) => row.received),
      dayColumn('Due', (row) => row.received && '2026-11-24'),
      { title: 'Words', of: ({ words }) => words },
      { title: 'Long', of: () => 'x'.repeat(500) },
    ],
    rows,
  );
  const parts = unzipSync(file);
  const part = (name: string) => strFromU8(parts[`xl/${name}.xml`] ?? new Uint8Array());
  const sheet = part('worksheets/sheet1');
  // Excel counts days since 1899: 24 November 2026, 00:15, is 46,350 days and 15 of 1,440 minutes.
  expect(Number(/<c r="A2"[^>]*><v>([\d.]+)</.exec(sheet)?.[1])).toBeCloseTo(
    46_350 + 15 / 1_440,
    6,
  );
  expect(sheet).toMatch(/<c r="B2"[^>]*><v>46350</);
  expect(sheet).not.toMatch(/<c r="[AB]3"[^>]*><v>46/);
  expect(part('styles')).toMatch(/yyyy-mm-dd hh:mm[^]*"yyyy-mm-dd"/);
  const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths).toEqual([17, 11, 21, 50]);
  expect(part('sharedStrings')).toContain(">'=1+1<");
});

/** The texts of the cells of a workbook as Excel reads them. */
async function textsInExcel(texts: string[]): Promise<string[]> {
  const file = await writeXlsx([{ title: 'Words', of: (text) => text }], texts);
  const strings = strFromU8(unzipSync(file)['xl/sharedStrings.xml'] ?? new Uint8Array());
  const cells = [...strings.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text = '']) => text);
  return cells
    .slice(1)
    .map((text) =>
      text.replace(/_x([\dA-F]{4})_/gi, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    );
}

it('writes text that Excel would read as an escape so that Excel reads the same text', async () => {
  const texts = [
    '_x0041_ \u2026 _x000D_ \u2026 Report_x0032_final',
    '_x005F_x0041_ and _x00_ and _X00e9_',
    '_x0041_x0041_x0041_',
    'plain_text_',
  ];
  expect(await textsInExcel(texts)).toEqual(texts);
});
