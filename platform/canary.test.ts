import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';

import { markCanary, readCanaryMark } from './canary.ts';

const key = createSecretKey('a key of this test only', 'utf8');
const now = Date.UTC(2026, 10, 22);
const id = '3f2b7c1e-0f5e-4d2a-9d3b-0a4c5e6f7a8b';
const mark = markCanary(key, id, now);

it('accepts a mark with a valid signature for two minutes', () => {
  expect(readCanaryMark(key, mark, now + 120_000)).toBe(id);
  expect(readCanaryMark(key, mark, now + 120_001)).toBeUndefined();
  expect(readCanaryMark(key, mark, now - 120_001)).toBeUndefined();
});

it.each([
  ['signed with another key', markCanary(createSecretKey('another', 'utf8'), id, now)],
  ['changed to another id', mark.replace('3f2b', '4f2b')],
  ['changed to another time', `${id}.${(now + 1).toString(36)}.${mark.split('.')[2] ?? ''}`],
  ['with a further part', `${mark}.x`],
  ['without a signature', mark.split('.').slice(0, 2).join('.')],
  ['that is not divided into parts', 'true'],
])('rejects a mark %s', (_what, forged) => {
  expect(readCanaryMark(key, forged, now)).toBeUndefined();
});
