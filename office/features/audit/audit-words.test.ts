import { expect, it } from 'vitest';

import { describeStateChange } from './audit-words.ts';

it.each([
  [{ state: 'new', owner: null }, { state: 'open', owner: 'naledi' }, 'New → In progress, naledi'],
  [{ status: 'quarantined' }, { status: 'released' }, 'Spam → Marked as not spam'],
  [{ owner: 'naledi' }, { owner: null }, 'naledi → unassigned'],
] as const)('describes a change from %j to %j in the words of the pages', (from, to, words) => {
  expect(describeStateChange({ from, to })).toBe(words);
});

it('describes nothing if the state did not change', () => {
  expect(describeStateChange({})).toBe('');
});
