import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { Collection } from './collection.ts';
import { runFind } from './query.ts';
import type { Document } from './values.ts';

const value = fc.constantFrom<unknown>(undefined, null, 1, 2, 3);
const text = fc.constantFrom('a', 'b', '\uffff', '\u{1f600}');
const word = fc.constantFrom('ab', 'abc', 'b', 'b-a', '\u{1f600}');
const item = fc.record({
  _id: fc.integer({ min: 0, max: 30 }).map(String),
  a: value,
  b: value,
  c: text,
  words: fc.option(fc.array(word, { maxLength: 3 }), { nil: undefined }),
});
const direction = fc.constantFrom(1 as const, -1 as const);
const condition = fc.oneof(
  fc.constantFrom<unknown>(null, 1, 2),
  fc.record({ $in: fc.array(fc.constantFrom<unknown>(null, 1, 2, 3), { maxLength: 3 }) }),
  fc.record({ $gt: fc.constantFrom(0, 1, 2) }),
  fc.record({ $gte: fc.constantFrom(1, 2), $lt: fc.constantFrom(2, 3) }),
  fc.record({ $lte: fc.constantFrom(1, 2) }),
  fc.record({ $ne: fc.constantFrom<unknown>(null, 1) }),
);
const ofWords = fc.oneof(
  word,
  fc.record({ $in: fc.array(word, { maxLength: 3 }) }),
  fc.record({ $regex: word.map((one) => `^${one}`) }),
);
const part: fc.Arbitrary<object> = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b'), condition).map(([key, one]) => ({ [key]: one })),
  ofWords.map((words) => ({ words })),
);
const alternatives = fc.array(part, { minLength: 1, maxLength: 2 }).map(($or) => ({ $or }));
const filter = fc
  .array(fc.oneof(part, alternatives), { maxLength: 3 })
  .map((parts) => (parts.length > 0 ? { $and: parts } : {}));
const sort = fc.oneof(
  fc.constant({}),
  fc.tuple(direction, direction, direction).map(([a, b, _id]) => ({ a, b, _id })),
  fc.tuple(direction, direction).map(([b, _id]) => ({ b, _id })),
  fc.tuple(direction, direction).map(([c, _id]) => ({ c, _id })),
);
const indexes = fc.uniqueArray(
  fc.constantFrom<Record<string, 1 | -1>>(
    { a: 1 },
    { a: 1, b: -1, _id: -1 },
    { b: -1, _id: 1 },
    { b: 1, a: 1 },
    { c: 1, _id: 1 },
    { words: 1 },
    { words: 1, a: -1 },
  ),
  { minLength: 1 },
);

function fill(folder: string, name: string, keys: Document[], items: Document[]): Collection {
  const collection = new Collection(`db.${name}`, join(folder, name));
  keys.forEach((key, at) => collection.createIndex({ key, name: `index-${at}` }));
  for (const one of items.slice(0, items.length / 2)) collection.replace(one);
  // These reads build the indexes, so the writes after them have to update the indexes.
  for (const path of ['a', 'b', 'c']) collection.read({ sort: { [path]: 1 } });
  collection.read({ filter: { words: 'ab' } });
  for (const one of items.slice(items.length / 2)) collection.replace(one);
  collection.remove(items.slice(0, 3));
  return collection;
}

it('finds and counts the same documents with and without an index', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  let runs = 0;
  const isSame = fc.property(
    fc.array(item, { maxLength: 40 }),
    indexes,
    filter,
    sort,
    fc.constantFrom(0, 1, 5),
    (generated, keys, wanted, order, limit) => {
      const items = generated.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([, field]) => field !== undefined)),
      );
      const [plain, indexed] = [[], keys].map((own, at) => {
        runs += 1;
        return fill(folder, `${runs}-${at}`, own, items);
      });
      const isOrdered = Object.keys(order).length > 0;
      const options = { filter: wanted, sort: order, ...(isOrdered && { limit }) };
      const [all, found] = [plain, indexed].map((one) => {
        const ids = runFind((one as Collection).read(options), options).map(({ _id }) => _id);
        return isOrdered ? ids : ids.sort();
      });
      expect(found).toEqual(all);
      const counted = indexed?.countRuns(new Set(['a', 'b']));
      const sum = counted && [...counted.values()].reduce((total, count) => total + count, 0);
      expect(sum ?? plain?.statistics.count).toBe(plain?.statistics.count);
    },
  );
  try {
    fc.assert(isSame, { numRuns: 200 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('uses the index of the sort order if many documents match, otherwise that of the filter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  try {
    const items = Array.from({ length: 200 }, (_, n) => ({
      _id: String(n),
      b: n,
      words: n % 10 === 0 ? ['rare', 'common'] : ['common'],
    }));
    const collection = fill(folder, 'plans', [{ words: 1 }, { b: -1 }], items);
    const indexFor = (words: string) =>
      collection.read({ filter: { words }, sort: { b: -1 }, limit: 50 }).index?.key;
    expect(indexFor('rare')).toEqual({ words: 1 });
    expect(indexFor('common')).toEqual({ b: -1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
