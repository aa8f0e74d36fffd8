import { describe, expect, it } from 'vitest';

import { applyUpdate, upsertedDocument } from './update.ts';

describe('applyUpdate', () => {
  it('leaves the document as it was', () => {
    const document = { _id: 'a', n: 1, deep: { list: [1] } };
    const changes = { $push: { 'deep.list': 2 }, $setOnInsert: { n: 9 } };
    expect(applyUpdate(document, changes)).toEqual({ _id: 'a', n: 1, deep: { list: [1, 2] } });
    expect(document).toEqual({ _id: 'a', n: 1, deep: { list: [1] } });
    expect(applyUpdate(document, { $setOnInsert: { n: 9 } })).toEqual(document);
  });

  it('removes nothing where there is nothing', () => {
    const changes = { $pull: { 'deep.list': 1 }, $unset: { 'n.more': '' } };
    expect(applyUpdate({ _id: 'a', n: 1 }, changes)).toStrictEqual({ _id: 'a', n: 1 });
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
    expect(() => upsertedDocument({ _id: 'a' }, { $set: { _id: 'b' } })).toThrow(/immutable/);
  });

  it('takes over what the filter says, and the update goes over it', () => {
    const filter = { _id: 'a', n: 1, 'o.p': 2 };
    expect(upsertedDocument(filter, { $inc: { n: 1 } })).toEqual({ _id: 'a', n: 2, o: { p: 2 } });
  });

  it('refuses a filter with anything but plain values', () => {
    for (const q of [{ $or: [{ q: 1 }] }, { q: { $in: ['a'] } }, { q: { $gt: 1 } }]) {
      expect(() => upsertedDocument({ _id: 'a', ...q }, { $set: { m: 1 } })).toThrow(
        /plain values/,
      );
    }
  });
});
