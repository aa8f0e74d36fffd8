import { expect, it } from 'vitest';

import { applyUpdate, checkUpdate } from './update.ts';

it('does not change the given document', () => {
  const document = { _id: 'a', n: 1, deep: { list: [1] } };
  const changed = applyUpdate(document, { $push: { 'deep.list': 2 }, $inc: { n: 1 } });
  expect(changed).toEqual({ _id: 'a', n: 2, deep: { list: [1, 2] } });
  expect(document).toEqual({ _id: 'a', n: 1, deep: { list: [1] } });
});

it('returns the same document if nothing changes', () => {
  const document = { _id: 'a', at: new Date(5), deep: { n: 1 } };
  const same = { $set: { at: new Date(5), 'deep.n': 1 }, $inc: { 'deep.n': 0 } };
  expect(applyUpdate(document, same)).toBe(document);
});

it('keeps the order of fields, and adds new ones at the end', () => {
  const changed = applyUpdate({ _id: 'a', n: 1, m: 1 }, { $set: { o: 1, n: 2 } });
  expect(Object.keys(changed)).toEqual(['_id', 'n', 'm', 'o']);
});

it('ignores the removal of missing fields', () => {
  const changes = { $unset: { 'n.more': '', 'deep.list': '', constructor: '' } };
  expect(applyUpdate({ _id: 'a', n: 1 }, changes)).toStrictEqual({ _id: 'a', n: 1 });
});

it('refuses to create a path inside a number, an array or null', () => {
  for (const value of [1, [1], null]) {
    const update = () => applyUpdate({ _id: 'a', value }, { $set: { 'value.more': 1 } });
    expect(update).toThrow(/a path into 'value'/);
  }
});

it.each([
  ['an unknown operator', { $rename: { a: 'b' } }],
  ['a replacement document', { n: 1 }],
  ['an update without changes', {}],
  ['changes of a path and of its parent', { $set: { 'o.p': 1 }, $unset: { o: 1 } }],
  ['a pipeline', [{ $set: { n: 1 } }]],
])('refuses %s', (_what, changes) => {
  expect(() => checkUpdate(changes)).toThrow();
});
