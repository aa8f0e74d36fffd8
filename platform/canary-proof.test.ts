import { expect, it } from 'vitest';

import { describeNewest, describeProof } from './canary-proof.ts';

const now = Date.UTC(2026, 10, 22, 10);
const ago = (minutes: number) => now - minutes * 60_000;
const stored = { page: ago(4), api: ago(4), queue: ago(4), mongodb: ago(4) };
const reached = { ...stored, mail: ago(3) };
const proven = { startedAt: ago(4), reached };

it('says what the latest canary tested, and when', () => {
  const proof = { proven, newest: proven };
  expect(describeProof(proof, now)).toBe(
    'The last test enquiry arrived 3 min ago, through the site, API, Redis, MongoDB and email.',
  );
  expect(describeNewest(proof, now)).toBe('');
});

it('does not mention email if none was sent', () => {
  expect(describeProof({ proven: { startedAt: ago(4), reached: stored } }, now)).toBe(
    'The last test enquiry arrived 4 min ago, through the site, API, Redis and MongoDB.',
  );
});

it('says how far the latest canary got, and why it stopped', () => {
  const newest = { startedAt: ago(1), reached: { page: ago(1) }, failure: 'The API: no.' };
  expect(describeNewest({ proven, newest }, now)).toBe(
    'The latest test enquiry, sent 1 min ago, reached only the site. The API: no.',
  );
  expect(describeNewest({ newest: { startedAt: ago(1), reached: {} } }, now)).toBe(
    'The latest test enquiry, sent 1 min ago, did not reach the site.',
  );
});

it('says that no canary has arrived yet', () => {
  expect(describeProof({}, now)).toBe('No test enquiry has arrived yet.');
});
