import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { referenceOf } from '../../../contract/reference.ts';
import { groupFailed } from './failed-jobs.server.ts';

const [one, other] = [randomUUID(), randomUUID()];
const day = 86_400_000;

function failed(id: string, failedReason: string, finishedOn: number) {
  return { id: `${id}-staff`, failedReason, finishedOn };
}

it('groups failed jobs by cause, with the latest references', () => {
  const jobs = [
    failed(one, 'smtp 550', 1 * day),
    failed(other, 'smtp 550', 3 * day),
    failed(one, 'smtp 554', 2 * day),
  ];
  const groups = groupFailed('notifications', jobs, new Map());
  expect(groups).toMatchObject([
    {
      cause: 'smtp 550',
      count: 2,
      first: new Date(1 * day),
      last: new Date(3 * day),
      references: [referenceOf(other), referenceOf(one)],
    },
    { cause: 'smtp 554', count: 1 },
  ]);
});

it('groups jobs set aside separately, until they fail again', () => {
  const mark = { by: 'naledi', at: new Date(2 * day).toISOString(), reason: 'no such mailbox' };
  const marks = new Map([one, other].map((id) => [`notifications ${id}-staff`, mark]));
  const jobs = [failed(one, 'smtp 550', 1 * day), failed(other, 'smtp 550', 3 * day)];
  expect(groupFailed('notifications', jobs, marks)).toMatchObject([
    { setAside: false, count: 1, references: [referenceOf(other)], mark: null },
    { setAside: true, count: 1, references: [referenceOf(one)], mark },
  ]);
});
