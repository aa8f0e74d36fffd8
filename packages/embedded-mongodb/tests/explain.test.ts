import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';

import { createShop } from './shop.ts';

const shop = createShop();

async function explained(command: Document, verbosity = 'executionStats'): Promise<Document> {
  return shop.run({ explain: command, verbosity });
}

describe('explain says', () => {
  it('that a query reads every document', async () => {
    const { queryPlanner, executionStats } = await explained({ find: 'items', filter: { n: 2 } });
    expect(queryPlanner).toMatchObject({
      namespace: 'shop.items',
      winningPlan: { stage: 'COLLSCAN', filter: { n: 2 }, direction: 'forward' },
    });
    expect(executionStats).toMatchObject({
      nReturned: 1,
      totalKeysExamined: 0,
      totalDocsExamined: 4,
    });
  });

  it('which index a query reads, and that nothing has to be sorted', async () => {
    const find = { find: 'items', filter: { kind: 'x' }, sort: { n: 1 }, limit: 1 };
    const { queryPlanner, executionStats } = await explained(find);
    const scan = { stage: 'IXSCAN', indexName: 'kind_1_n_-1', direction: 'backward' };
    const fetch = { stage: 'FETCH', inputStage: scan };
    expect(queryPlanner).toMatchObject({ winningPlan: { stage: 'LIMIT', inputStage: fetch } });
    expect(executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
  });

  it('that a query finds an _id directly, or that the collection does not exist', async () => {
    const planOf = async (command: Document) =>
      (await explained(command, 'queryPlanner')) as { queryPlanner: { winningPlan: Document } };
    const byId = await planOf({ find: 'items', filter: { _id: 'a' } });
    expect(byId.queryPlanner.winningPlan).toEqual({ stage: 'IDHACK' });
    expect(byId).not.toHaveProperty('executionStats');
    const none = await planOf({ count: 'none', query: {} });
    expect(none.queryPlanner.winningPlan).toEqual({ stage: 'EOF' });
  });

  it('that each alternative of an $or uses its own index, even one on an array', async () => {
    await shop.items.createIndex({ tags: 1 }, {}, {});
    const filter = { $or: [{ tags: /^q/, n: 3 }, { kind: 'y' }] };
    const { queryPlanner } = await explained({ find: 'items', filter });
    const [tags, kind] = ['tags_1', 'kind_1_n_-1'].map((indexName) => ({
      stage: 'FETCH',
      inputStage: { stage: 'IXSCAN', indexName, isMultiKey: indexName === 'tags_1' },
    }));
    expect(queryPlanner).toMatchObject({
      winningPlan: { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: [tags, kind] } },
    });
  });

  it('that an aggregate finds groups in an index, without reading documents', async () => {
    const pipeline = [{ $group: { _id: '$kind', sum: { $sum: '$n' } } }];
    const { stages } = await explained({ aggregate: 'items', pipeline, cursor: {} });
    const [{ $cursor }] = stages as [Document];
    expect($cursor).toMatchObject({
      queryPlanner: { winningPlan: { stage: 'DISTINCT_SCAN' } },
      executionStats: { totalDocsExamined: 0 },
    });
  });

  it('how many documents an aggregate reads for the stages after $match', async () => {
    const $group = { _id: '$kind', n: { $sum: 1 } };
    const pipeline = [{ $match: { kind: 'y' } }, { $group }];
    const cursor = await explained({ aggregate: 'items', pipeline, cursor: {} });
    expect(cursor).toMatchObject({
      stages: [{ $cursor: { executionStats: { nReturned: 1, totalDocsExamined: 1 } } }, { $group }],
    });
  });
});
