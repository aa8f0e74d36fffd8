import { expect, it } from 'vitest';

import { countTabs } from './list-enquiries.ts';

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
