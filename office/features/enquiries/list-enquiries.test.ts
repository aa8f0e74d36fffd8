import { expect, it } from 'vitest';

import type { Database } from '../../../storage/connection.ts';
import { countTabs, exportWorkbook } from './list-enquiries.server.ts';

it('counts each list, whose only what is open, and what is held apart', () => {
  const counts = countTabs(
    [
      { status: 'accepted', state: 'new', owner: null, count: 1 },
      { status: 'released', state: 'open', owner: 'naledi', count: 2 },
      { status: 'accepted', state: 'open', owner: 'lerato', count: 4 },
      { status: 'accepted', state: 'done', owner: 'naledi', count: 8 },
      { status: 'quarantined', state: 'open', owner: 'naledi', count: 16 },
    ],
    'naledi',
  );
  expect(counts).toEqual({ new: 1, mine: 2, open: 6, done: 8, spam: 16, all: 15 });
});

it('makes no workbook of more than it takes, and says how to get all of them', async () => {
  const many = { countDocuments: () => ({ exec: () => Promise.resolve(20_001) }) };
  const database = () => Promise.resolve({ submissions: many } as unknown as Database);
  const wanted = { tab: 'all', reason: 'All of them.' } as const;
  await expect(exportWorkbook({ database, actor: 'naledi' }, wanted)).rejects.toThrow(
    'A workbook takes 20,000 enquiries, and these are 20,001. Save them as CSV, which takes all.',
  );
});
