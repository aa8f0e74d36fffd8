import { expect, it, onTestFinished, vi } from 'vitest';

import { createLogger } from '../../platform/logger.ts';
import { connect } from '../../storage/connection.ts';
import { submissionSchema as schema } from '../../storage/submission-schema.ts';
import { checkIndexes, checkMongodbDisk, checkMongodbWrites } from './check-mongodb.ts';
import type { Product } from './finding.ts';

const wanted = schema.indexes().map(([key, { expireAfterSeconds }]) => ({
  key,
  ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
}));

function productWith(database: object): Product {
  return { database: () => Promise.resolve(database) } as never;
}

async function lookAtIndexes(existing: object[] | Error) {
  const indexes = () =>
    existing instanceof Error ? Promise.reject(existing) : Promise.resolve(existing);
  const model = { schema, collection: { collectionName: 'submissions', indexes } };
  return (await checkIndexes(productWith({ submissions: { db: { models: { model } } } })))[0];
}

it('accepts a complete set of indexes', async () => {
  expect(await lookAtIndexes(wanted)).toMatchObject({ part: 'submissions', level: 'ok' });
});

it('warns of a missing index, and is critical if old data would not be deleted', async () => {
  const expires = wanted.filter((index) => 'expireAfterSeconds' in index);
  const others = wanted.filter((index) => !('expireAfterSeconds' in index));
  expect(expires).not.toEqual([]);
  expect(await lookAtIndexes([...expires, ...others.slice(1)])).toMatchObject({ level: 'warning' });
  expect(await lookAtIndexes(others)).toMatchObject({ level: 'critical' });
  const neverDeletes = wanted.map(({ key }) => ({ key }));
  expect((await lookAtIndexes(neverDeletes))?.says).toContain('nothing is deleted');
});

it('warns of a missing collection, and rejects with any other error', async () => {
  const failure = (code: number) => Object.assign(new Error(), { code });
  expect(await lookAtIndexes(failure(26))).toMatchObject({ level: 'warning' });
  await expect(lookAtIndexes(failure(13))).rejects.toMatchObject({ code: 13 });
});

it('checks every collection that should have indexes', async () => {
  const logger = createLogger({ service: 'test', level: 'silent', format: 'json' });
  const database = connect('mongodb://127.0.0.1:1/none', { logger });
  onTestFinished(() => database.close());
  for (const { collection } of Object.values(database.submissions.db.models)) {
    vi.spyOn(collection, 'indexes').mockResolvedValue([]);
  }
  const parts = (await checkIndexes(productWith(database))).map(({ part }) => part);
  expect(parts).toEqual(expect.arrayContaining(['deletedsubmissions', 'auditrecords']));
  expect(parts).not.toContain('replytemplates');
});

async function lookAtDisk(answer: object | Error) {
  const command = () =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  const [found] = await checkMongodbDisk(productWith({ submissions: { db: { db: { command } } } }));
  return found;
}

it.each([
  [80, 'ok'],
  [86, 'warning'],
  [96, 'critical'],
])("grades MongoDB's disk with %i %% in use as %s", async (used, level) => {
  const found = await lookAtDisk({ fsUsedSize: used, fsTotalSize: 100 });
  expect(found).toMatchObject({ level, says: `${100 - used}% of MongoDB's disk is free.` });
});

it('does not report an unknown MongoDB disk as OK', async () => {
  expect((await lookAtDisk({}))?.level).toBe('unknown');
  const noSuchCommand = Object.assign(new Error(), { code: 59 });
  expect((await lookAtDisk(noSuchCommand))?.level).toBe('unknown');
});

it('requires a majority to confirm a write on disk, and deletes what it wrote', async () => {
  const updateOne = vi.fn(() => Promise.resolve());
  const deleteOne = vi.fn(() => Promise.resolve());
  const collection = () => ({ updateOne, deleteOne });
  const product = productWith({ submissions: { db: { collection } } });
  expect(await checkMongodbWrites(product)).toMatchObject([{ level: 'ok' }]);
  expect(updateOne).toHaveBeenCalledWith(
    { _id: 'doctor' },
    expect.anything(),
    expect.objectContaining({ writeConcern: { w: 'majority', j: true, wtimeoutMS: 5_000 } }),
  );
  expect(deleteOne).toHaveBeenCalledWith({ _id: 'doctor' });
  updateOne.mockRejectedValueOnce(new Error('no majority'));
  await expect(checkMongodbWrites(product)).rejects.toThrow('no majority');
});
