import { MongoClient, ObjectId, type Collection, type Document } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';

import { useEmbeddedServer, type Item } from './embedded-server.ts';

const mongodb = useEmbeddedServer({ password: 'secret' });
const documents = [
  { _id: 'a', kind: 'x', n: 3, tags: ['p', 'q'] },
  { _id: 'b', kind: 'y', n: 1, tags: [] },
  { _id: 'c', kind: 'x', n: 2, tags: 'p' },
  { _id: 'd', n: null },
];
let client: MongoClient;
let items: Collection<Item>;

beforeAll(async () => {
  client = new MongoClient(mongodb.server.uri.replace('//', '//thandi:secret@'));
  items = client.db('shop').collection<Item>('items');
  await items.insertMany(documents);
  await items.createIndex({ kind: 1, n: -1 }, {}, {});
  return () => client.close();
});

function run(command: Document, database = 'shop'): Promise<Document> {
  return client.db(database).command(command);
}

async function explained(command: Document, verbosity = 'executionStats'): Promise<Document> {
  return run({ explain: command, verbosity });
}

const number = expect.any(Number) as number;

/** The shapes in MongoDB's manual, without the fields that only its own storage engine has. */
describe('a client is told as by MongoDB', () => {
  it.each<[string, Document, Document]>([
    [
      'which databases there are',
      { listDatabases: 1 },
      {
        databases: [{ name: 'shop', sizeOnDisk: number, empty: false }],
        totalSize: number,
        totalSizeMb: 0,
        ok: 1,
      },
    ],
    [
      'only their names',
      { listDatabases: 1, nameOnly: true, filter: { name: /^sh/ } },
      { databases: [{ name: 'shop' }], ok: 1 },
    ],
    ['how many documents there are', { count: 'items' }, { n: 4, ok: 1 }],
    ['how many match', { count: 'items', query: { kind: 'x' }, skip: 1 }, { n: 1, ok: 1 }],
    ['that a missing collection is empty', { count: 'none' }, { n: 0, ok: 1 }],
    ['the different values', { distinct: 'items', key: 'kind' }, { values: ['x', 'y'], ok: 1 }],
    [
      'those of lists and of null',
      { distinct: 'items', key: 'tags', query: { n: { $ne: 9 } } },
      { values: ['p', 'q'], ok: 1 },
    ],
    ['null as a value', { distinct: 'items', key: 'n' }, { values: [3, 1, 2, null], ok: 1 }],
    ['that nothing has no values', { distinct: 'none', key: 'n' }, { values: [], ok: 1 }],
    [
      'the size of a database',
      { dbStats: 1, scale: 1 },
      {
        db: 'shop',
        collections: 1,
        views: 0,
        objects: 4,
        avgObjSize: number,
        dataSize: number,
        storageSize: number,
        indexes: 2,
        indexSize: 0,
        totalSize: number,
        scaleFactor: 1,
        ok: 1,
      },
    ],
    [
      'the size of a missing collection',
      { collStats: 'none' },
      {
        ns: 'shop.none',
        size: 0,
        count: 0,
        storageSize: 0,
        nindexes: 0,
        totalIndexSize: 0,
        indexSizes: {},
        scaleFactor: 1,
        ok: 1,
      },
    ],
    [
      'who has signed in',
      { connectionStatus: 1, showPrivileges: true },
      {
        authInfo: {
          authenticatedUsers: [{ user: 'thandi', db: 'admin' }],
          authenticatedUserRoles: [{ role: 'root', db: 'admin' }],
          authenticatedUserPrivileges: [],
        },
        ok: 1,
      },
    ],
    [
      'which features it has',
      { getParameter: 1, featureCompatibilityVersion: 1 },
      { featureCompatibilityVersion: { version: '6.0' }, ok: 1 },
    ],
  ])('%s', async (_what, command, reply) => {
    expect(await run(command)).toEqual(reply);
  });

  it('which collections and indexes there are', async () => {
    const found = await client.db('shop').listCollections({ name: 'items' }).toArray();
    expect(found).toEqual([
      {
        name: 'items',
        type: 'collection',
        options: {},
        info: { readOnly: false },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      },
    ]);
    const names = client.db('shop').listCollections({}, { nameOnly: true });
    expect(await names.toArray()).toEqual([{ name: 'items', type: 'collection' }]);
    expect(await client.db('none').listCollections().toArray()).toEqual([]);
    const missing = { code: 26, codeName: 'NamespaceNotFound' };
    await expect(client.db('shop').collection('none').indexes()).rejects.toMatchObject(missing);
  });

  it('about the server and its machine', async () => {
    expect(await run({ buildInfo: 1 })).toMatchObject({
      version: '6.0.0',
      versionArray: [6, 0, 0, 0],
      modules: ['embedded-mongodb'],
      bits: 64,
      maxBsonObjectSize: 16_777_216,
    });
    expect(await run({ hostInfo: 1 }, 'admin')).toMatchObject({
      system: { numCores: number, memSizeMB: number, currentTime: expect.any(Date) as Date },
      os: { type: expect.any(String) as string },
    });
    expect(await run({ serverStatus: 1 })).toMatchObject({
      version: '6.0.0',
      uptime: number,
      connections: { current: number },
      mem: { resident: number },
    });
  });

  it('the statistics of a collection, with which Compass computes', async () => {
    const [stats] = await items.aggregate([{ $collStats: { storageStats: {} } }]).toArray();
    expect(stats).toMatchObject({
      ns: 'shop.items',
      storageStats: {
        count: 4,
        size: number,
        avgObjSize: number,
        nindexes: 2,
        indexSizes: { _id_: 0, 'kind_1_n_-1': 0 },
      },
    });
    const { size } = (stats as { storageStats: { size: number } }).storageStats;
    await items.insertOne({ _id: 'e' });
    await items.deleteOne({ _id: 'e' });
    expect(await run({ collStats: 'items', scale: 1 })).toMatchObject({ size, count: 4 });
    const sum = (path: string) => ({ $sum: { $toDouble: `$storageStats.${path}` } });
    const $divide = ['$size', { $toDouble: '$count' }];
    const summed = await items
      .aggregate([
        { $collStats: { storageStats: {} } },
        {
          $group: {
            _id: null,
            capped: { $first: '$storageStats.capped' },
            count: { $sum: '$storageStats.count' },
            size: sum('size'),
            nindexes: { $max: '$storageStats.nindexes' },
          },
        },
        {
          $addFields: {
            avgObjSize: { $cond: { if: { $ne: ['$count', 0] }, then: { $divide }, else: 0 } },
          },
        },
      ])
      .toArray();
    const whole = { _id: null, capped: false, count: 4, size, nindexes: 2, avgObjSize: size / 4 };
    expect(summed).toEqual([whole]);
    const sizes = await items
      .aggregate([
        { $collStats: { storageStats: {} } },
        { $project: { indexSizes: { $objectToArray: '$storageStats.indexSizes' } } },
        { $unwind: '$indexSizes' },
        { $group: { _id: '$indexSizes.k', size: { $sum: { $toDouble: '$indexSizes.v' } } } },
      ])
      .toArray();
    expect(sizes).toEqual([
      { _id: '_id_', size: 0 },
      { _id: 'kind_1_n_-1', size: 0 },
    ]);
  });
});

describe('an aggregate', () => {
  it.each<[string, Document[], Document[]]>([
    [
      '$sort, $skip, $limit and $project',
      [{ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 0, n: 1 } }],
      [{ n: 2 }, { n: 1 }],
    ],
    ['$count', [{ $match: { kind: 'x' } }, { $count: 'many' }], [{ many: 2 }]],
    ['$count of nothing', [{ $match: { kind: 'z' } }, { $count: 'many' }], []],
    [
      '$unwind',
      [{ $unwind: '$tags' }, { $project: { tags: 1 } }],
      [
        { _id: 'a', tags: 'p' },
        { _id: 'a', tags: 'q' },
        { _id: 'c', tags: 'p' },
      ],
    ],
    [
      '$unwind that keeps all',
      [
        { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true } },
        { $project: { kind: 0, n: 0 } },
      ],
      [
        { _id: 'a', tags: 'p' },
        { _id: 'a', tags: 'q' },
        { _id: 'b' },
        { _id: 'c', tags: 'p' },
        { _id: 'd' },
      ],
    ],
    [
      '$group by several fields, without those that are missing',
      [{ $group: { _id: { kind: '$kind' }, sum: { $sum: '$n' } } }],
      [
        { _id: { kind: 'x' }, sum: 5 },
        { _id: { kind: 'y' }, sum: 1 },
        { _id: {}, sum: 0 },
      ],
    ],
  ])('with %s', async (_what, pipeline, found) => {
    const all = await items.aggregate(pipeline).toArray();
    expect(all).toHaveLength(found.length);
    expect(all).toEqual(expect.arrayContaining(found));
  });

  it('with $sample takes each document at most once', async () => {
    const ids = async (size: number) =>
      (await items.aggregate([{ $sample: { size } }]).toArray()).map(({ _id }) => String(_id));
    expect((await ids(10)).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(new Set(await ids(2)).size).toBe(2);
  });
});

describe('explain says', () => {
  it('that it reads every document', async () => {
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

  it('which index it reads, and that it need not sort', async () => {
    const find = { find: 'items', filter: { kind: 'x' }, sort: { n: 1 }, limit: 1 };
    const { queryPlanner, executionStats } = await explained(find);
    const scan = { stage: 'IXSCAN', indexName: 'kind_1_n_-1', direction: 'backward' };
    const fetch = { stage: 'FETCH', inputStage: scan };
    expect(queryPlanner).toMatchObject({ winningPlan: { stage: 'LIMIT', inputStage: fetch } });
    expect(executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
  });

  it('that it finds an _id directly, and that nothing is there', async () => {
    const planOf = async (command: Document) =>
      (await explained(command, 'queryPlanner')) as { queryPlanner: { winningPlan: Document } };
    const byId = await planOf({ find: 'items', filter: { _id: 'a' } });
    expect(byId.queryPlanner.winningPlan).toEqual({ stage: 'IDHACK' });
    expect(byId).not.toHaveProperty('executionStats');
    const none = await planOf({ count: 'none', query: {} });
    expect(none.queryPlanner.winningPlan).toEqual({ stage: 'EOF' });
  });

  it('that an index knows the groups', async () => {
    const pipeline = [{ $group: { _id: '$kind', sum: { $sum: '$n' } } }];
    const { stages } = await explained({ aggregate: 'items', pipeline, cursor: {} });
    const [{ $cursor }] = stages as [Document];
    expect($cursor).toMatchObject({
      queryPlanner: { winningPlan: { stage: 'DISTINCT_SCAN' } },
      executionStats: { totalDocsExamined: 0 },
    });
  });

  it('how it reads for an aggregate', async () => {
    const $group = { _id: '$kind', n: { $sum: 1 } };
    const pipeline = [{ $match: { kind: 'y' } }, { $group }];
    const cursor = await explained({ aggregate: 'items', pipeline, cursor: {} });
    expect(cursor).toMatchObject({
      stages: [{ $cursor: { executionStats: { nReturned: 1, totalDocsExamined: 1 } } }, { $group }],
    });
  });
});

it('keeps ObjectIds, finds them and sorts by them', async () => {
  const plain = client.db('shop').collection('plain');
  const ref = new ObjectId();
  const { insertedId: first } = await plain.insertOne({ n: 1, ref, refs: [ref] });
  const { insertedId: second } = await plain.insertOne({ n: 2 });
  expect(await plain.findOne({ _id: first })).toEqual({ _id: first, n: 1, ref, refs: [ref] });
  await plain.updateOne(
    { _id: second },
    { $set: { ref: first }, $push: { refs: second as never } },
  );
  const { value } = await run({
    findAndModify: 'plain',
    query: { _id: second },
    update: { $inc: { n: 1 } },
    new: true,
  });
  expect(value).toEqual({ _id: second, n: 3, ref: first, refs: [second] });
  const idsOf = async (filter: Document) =>
    (await plain.find(filter).sort({ _id: -1 }).toArray()).map(({ _id }) => _id);
  expect(await idsOf({})).toEqual([second, first]);
  expect(await idsOf({ ref: { $in: [ref] } })).toEqual([first]);
  expect(await idsOf({ refs: ref })).toEqual([first]);
  expect(await idsOf({ ref: { $nin: [ref] } })).toEqual([second]);
  expect(await plain.distinct('ref')).toEqual([ref, first]);
  const grouped = plain.aggregate([{ $group: { _id: '$ref', n: { $sum: 1 } } }]);
  expect(await grouped.toArray()).toEqual([
    { _id: ref, n: 1 },
    { _id: first, n: 1 },
  ]);
  await expect(plain.insertOne({ _id: first })).rejects.toMatchObject({ code: 11000 });
  expect(await plain.deleteOne({ _id: first })).toMatchObject({ deletedCount: 1 });
});

it('answers in sessions, and ends them', async () => {
  const session = client.startSession();
  expect(await items.findOne({ _id: 'a' }, { session })).toEqual(documents[0]);
  await session.endSession();
  const { id } = await run({ startSession: 1 });
  expect(await run({ refreshSessions: [id] })).toEqual({ ok: 1 });
  expect(await run({ endSessions: [id] })).toEqual({ ok: 1 });
});

it('stops at a time limit', async () => {
  const many = client.db('shop').collection<Item>('many');
  await many.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ _id: `${n}`, n })));
  const slow = many.find({ n: { $lt: -1 } }, { maxTimeMS: 1 }).toArray();
  await expect(slow).rejects.toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' });
  expect(await many.countDocuments({ n: 1 }, { maxTimeMS: 60_000, hint: '_id_' })).toBe(1);
});
