import stringWidth from 'string-width';
import { expect, it } from 'vitest';

import type { Column } from '../server/spreadsheet.ts';
import { writeTable } from './table.ts';

const columns: Column<string[]>[] = ['Reference', 'Name', 'Organisation'].map((title, index) => ({
  title,
  of: (cells) => cells[index] ?? '',
}));

async function tableOf(rows: string[][], screen?: number): Promise<string[]> {
  let text = '';
  for await (const piece of writeTable(columns, rows, screen)) text += piece;
  return text.trimEnd().split('\n');
}

const rows = [
  ['7F3K-92QD', 'Zoë 王小明', 'Guild of Surveyors and Land Measurers of the Southern Cape'],
  ['0000-0001', 'Thandiwe 👩‍👩‍👧', 'Bar'],
];

it('aligns columns that contain Chinese characters or emoji', async () => {
  const [head = '', first = '', second = ''] = await tableOf(rows);
  const column = stringWidth(head.slice(0, head.indexOf('Organisation')));
  expect(stringWidth(first.slice(0, first.indexOf('Guild')))).toBe(column);
  expect(stringWidth(second.slice(0, second.indexOf('Bar')))).toBe(column);
});

it('fits the terminal, and truncates the widest column first', async () => {
  const lines = await tableOf(rows, 50);
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(50);
  expect(lines[1]).toMatch(/^7F3K-92QD {2}Zoë 王小明 +Guild .*…$/);
});

it('does not truncate output without a terminal', async () => {
  expect((await tableOf(rows))[1]).toContain('Southern Cape');
});

it('replaces characters that would move the cursor, break a line or reverse text', async () => {
  const [, line = '', ...more] = await tableOf([['\u001b[2Jx', 'a\nb', '\u202eevil']]);
  expect(more).toEqual([]);
  expect(line).not.toContain('\u001b');
  expect(line).not.toContain('\u202e');
});

it('writes all rows of a long list, with the column titles only once', async () => {
  const many = Array.from({ length: 1_200 }, (_value, index) => [String(index), 'name', 'x']);
  expect(await tableOf(many, 80)).toHaveLength(1_201);
});

it.each([1, 2, 3, 10])('puts each cell on its own line at a width of %i', async (screen) => {
  const lines = await tableOf(rows, screen);
  expect(lines).toHaveLength(9);
  expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(screen + 2);
});

it('wraps rows on a narrow terminal instead of truncating them', async () => {
  const narrow: Column<string[]>[] = ['Reference', 'Received', 'Status', 'Name', 'Email'].map(
    (title, index) => ({ title, whole: index < 3, of: (cells) => cells[index] ?? '' }),
  );
  const cells = ['7F3K-92QD', '2024-06-30 08:15', 'quarantined', 'Zoë Ngcobo', 'zoe@example.org'];
  const without = ['0000-0001', '2024-06-29 08:15', 'accepted', '', ''];
  let text = '';
  for await (const piece of writeTable(narrow, [cells, without], 44)) text += piece;
  expect(text).toBe(
    [
      'Reference  Received          Status',
      '  Name        Email',
      '7F3K-92QD  2024-06-30 08:15  quarantined',
      '  Zoë Ngcobo  zoe@example.org',
      '0000-0001  2024-06-29 08:15  accepted',
      '',
    ].join('\n'),
  );
});
