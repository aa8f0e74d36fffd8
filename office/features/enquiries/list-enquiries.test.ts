import { expect, it } from 'vitest';

import { initialHandling } from '../../../contract/submission-view.ts';
import type { HandlingCount } from '../../../storage/search-submissions.ts';
import type { Database } from '../../../storage/connection.ts';
import { documentOf } from '../../../storage/submissions.ts';
import { createAccepted, createEnquiry } from '../../../testing/enquiry.ts';
import { rowOf } from './describe-submission.server.ts';
import { countTabs, exportEnquiries } from './list-enquiries.server.ts';

function counted(
  status: HandlingCount['status'],
  state: HandlingCount['state'],
  owner: string | null,
  count: number,
): HandlingCount {
  return { ...initialHandling, status, state, owner, count };
}

it('counts closed enquiries only in Closed and All, and spam only in Spam', () => {
  const counts = countTabs(
    [
      counted('accepted', 'new', null, 1),
      counted('released', 'open', 'naledi', 2),
      counted('accepted', 'open', 'lerato', 4),
      counted('accepted', 'done', 'naledi', 8),
      counted('quarantined', 'open', 'naledi', 16),
    ],
    'naledi',
  );
  expect(counts).toMatchObject({ new: 1, mine: 2, 'in-progress': 6, closed: 8, spam: 16, all: 15 });
});

it.each([
  ['word '.repeat(50), `${'word '.repeat(31)}word …`],
  ['x'.repeat(200), `${'x'.repeat(160)} …`],
])('shows the beginning of a long message, even if it has no spaces', (message, beginning) => {
  const accepted = createAccepted({ form: createEnquiry({ message }) });
  expect(rowOf(documentOf(accepted)).beginning).toBe(beginning);
});

it('refuses a workbook that is too large, and says how to export everything', async () => {
  const many = { countDocuments: () => ({ exec: () => Promise.resolve(20_001) }) };
  const database = () => Promise.resolve({ submissions: many } as unknown as Database);
  const wanted = { tab: 'all', format: 'xlsx', reason: 'All of them.' } as const;
  await expect(
    exportEnquiries(
      { database, actor: 'naledi', role: 'staff', authenticatedAt: new Date() },
      wanted,
    ),
  ).rejects.toThrow(
    'A workbook can hold 20 000 enquiries, but there are 20 001. Save them as CSV instead.',
  );
});
