import { expect, it } from 'vitest';

import { describeNewest, describeProof } from './canary-proof.ts';

const now = Date.UTC(2026, 10, 22, 10);
const ago = (minutes: number) => now - minutes * 60_000;
const stored = { page: ago(4), api: ago(4), queue: ago(4), mongodb: ago(4) };
const reached = { ...stored, mail: ago(3) };
const proven = { startedAt: ago(4), reached };

it('says what has been proved and when', () => {
  const proof = { proven, newest: proven };
  expect(describeProof(proof, now)).toBe('Last proven 3 min ago: page, API, queue, MongoDB, mail.');
  expect(describeNewest(proof, now)).toBe('');
});

it('does not say that mail was proved where no mail was sent', () => {
  expect(describeProof({ proven: { startedAt: ago(4), reached: stored } }, now)).toBe(
    'Last proven 4 min ago: page, API, queue, MongoDB.',
  );
});

it('says how far the newest has come, and why no further', () => {
  const newest = { startedAt: ago(1), reached: { page: ago(1) }, failure: 'The API: no.' };
  expect(describeNewest({ proven, newest }, now)).toBe(
    'The newest, 1 min ago, came as far as: page. The API: no.',
  );
  expect(describeNewest({ newest: { startedAt: ago(1), reached: {} } }, now)).toBe(
    'The newest, 1 min ago, came as far as: nothing.',
  );
});

it('says that nothing has been proved', () => {
  expect(describeProof({}, now)).toBe('Never proven yet.');
});
