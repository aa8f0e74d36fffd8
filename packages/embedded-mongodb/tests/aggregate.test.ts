import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { createShop } from './shop.ts';

const shop = createShop();

describe('an aggregate', () => {
  it.each<[string, Document[], Document[]]>([
    [
      '$sort, $skip, $limit and $project',
      [{ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 0, n: 1 } }],
      [{ n: 2 }, { n: 1 }],
    ],
    ['$count', [{ $match: { kind: 'x' } }, { $count: 'many' }], [{ many: 2 }]],
    ['$count if nothing matches', [{ $match: { kind: 'z' } }, { $count: 'many' }], []],
    [
      '$group by an object, whose missing fields are left out,',
      [{ $group: { _id: { kind: '$kind' }, sum: { $sum: '$n' } } }],
      [
        { _id: { kind: 'x' }, sum: 5 },
        { _id: { kind: 'y' }, sum: 1 },
        { _id: {}, sum: 0 },
      ],
    ],
  ])('with %s returns the expected documents', async (_what, pipeline, expected) => {
    const all = await shop.items.aggregate(pipeline).toArray();
    expect(all).toHaveLength(expected.length);
    expect(all).toEqual(expect.arrayContaining(expected));
  });
});
