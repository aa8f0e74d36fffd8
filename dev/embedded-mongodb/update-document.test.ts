import { describe, expect, it } from 'vitest';

import { applyUpdate, upsertedDocument } from './update-document.ts';

describe('applyUpdate', () => {
  it('leaves the document as it was and says whether the result differs', () => {
    const document = { _id: 'a', n: 1, deep: { list: [1] } };
    const changes = { $push: { 'deep.list': 2 }, $setOnInsert: { n: 9 } };
    expect(applyUpdate(document, changes)).toEqual({
      changed: true,
      result: { _id: 'a', n: 1, deep: { list: [1, 2] } },
    });
    expect(document).toEqual({ _id: 'a', n: 1, deep: { list: [1] } });
    expect(applyUpdate(document, { $setOnInsert: { n: 9 } }).changed).toBe(false);
    expect(applyUpdate(document, { n: 1, deep: { list: [1] } }).changed).toBe(false);
  });

  it('removes nothing where there is nothing', () => {
    const changes = { $pull: { 'deep.list': 1 }, $unset: { 'n.more': '' } };
    expect(applyUpdate({ _id: 'a', n: 1 }, changes).changed).toBe(false);
  });

  it('refuses to make a path inside a number, a list or null', () => {
    for (const value of [1, [1], null]) {
      const update = () => applyUpdate({ _id: 'a', value }, { $set: { 'value.more': 1 } });
      expect(update).toThrow(/value\.more/);
    }
  });
});

describe('upsertedDocument', () => {
  it('takes several fields from $setOnInsert alone', () => {
    const changes = { $setOnInsert: { name: 'a', 'deep.list': [1] } };
    const inserted = { _id: 'x', name: 'a', deep: { list: [1] } };
    expect(upsertedDocument({ _id: 'x' }, changes)).toEqual(inserted);
  });

  it('takes the _id from the filter, $set or $setOnInsert', () => {
    expect(upsertedDocument({ _id: 'a' }, { $set: { n: 1 } })).toEqual({ _id: 'a', n: 1 });
    expect(upsertedDocument({ n: 1 }, { $set: { _id: 'a' } })).toEqual({ _id: 'a', n: 1 });
    expect(upsertedDocument({ n: 1 }, { $setOnInsert: { _id: 'a' } })).toEqual({ _id: 'a', n: 1 });
  });

  it('takes over equalities only, and the update goes over them', () => {
    const filter = { _id: 'a', n: 1, m: { $gt: 1 }, 'o.p': { $eq: 2 }, $or: [{ q: 1 }] };
    expect(upsertedDocument(filter, { $inc: { n: 1 } })).toEqual({ _id: 'a', n: 2, o: { p: 2 } });
  });

  it('replaces with the _id of the filter', () => {
    expect(upsertedDocument({ _id: 'a', n: 1 }, { m: 1 })).toEqual({ _id: 'a', m: 1 });
    expect(() => upsertedDocument({ _id: 'a' }, { _id: 'b' })).toThrow(/immutable/);
  });

  it('refuses to make up an _id', () => {
    expect(() => upsertedDocument({ n: 1 }, { $set: { m: 1 } })).toThrow(/ObjectId/);
  });
});
