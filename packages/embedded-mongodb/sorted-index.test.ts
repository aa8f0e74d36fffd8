import { expect, it } from 'vitest';

import { SortedIndex } from './sorted-index.ts';
import type { Document } from './values.ts';

const spec = { name: 'n_-1__id_1', key: { n: -1, _id: 1 } } as const;
const start = { values: [], isAfter: false };
const end = { values: [], isAfter: true };
const from = { values: [60], isAfter: false };
const to = { values: [20], isAfter: true };

/** Creates a function that returns reproducible random integers from 0 to `end - 1`. */
function createRandom(): (end: number) => number {
  let state = 1;
  return (end) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
}

it('keeps thousands of documents in order while they are added, changed and removed', () => {
  const random = createRandom();
  const present = new Map<string, Document>();
  const put = (id: string, n: number) => {
    const document = { _id: id, n };
    present.set(id, document);
    return document;
  };
  for (let id = 0; id < 3_000; id += 1) put(`${id}`, random(100));
  const index = new SortedIndex(spec, present.values());
  for (let step = 0; step < 12_000; step += 1) {
    const id = `${random(6_000)}`;
    const before = present.get(id);
    // Adds missing documents. Changes existing ones at first, and later removes more and more.
    if (before && random(12_000) < step) {
      present.delete(id);
      index.change(before, undefined);
    } else index.change(before, put(id, random(100)));
    if (step % 1_000 === 0) check();
  }
  for (const document of [...present.values()]) {
    present.delete(String(document._id));
    index.change(document, undefined);
    if (present.size % 50 === 0) check();
  }

  function check(): void {
    const rank = ({ n, _id }: Document) => [-Number(n), String(_id)] as const;
    const sorted = [...present.values()].toSorted((left, right) => {
      const [[one, id], [other, otherId]] = [rank(left), rank(right)];
      return one - other || (id < otherId ? -1 : 1);
    });
    expect([...index.read(start, end, false)]).toEqual(sorted);
    const within = sorted.filter(({ n }) => Number(n) <= 60 && Number(n) >= 20);
    expect([...index.read(from, to, true)]).toEqual(within.toReversed());
    expect(index.count(from, to)).toBe(within.length);
    expect(index.count(to, from)).toBe(0);
    expect([...index.read(to, from, false)]).toEqual([]);
    const total = [...index.runs()].reduce((sum, [, count]) => sum + count, 0);
    expect(total).toBe(sorted.length);
  }
});
