import { mongo, type Model } from 'mongoose';
import { expect, it } from 'vitest';

import { insertSubmissions } from './insert-submissions.ts';
import type { ContactSubmission } from './submission-model.ts';

const documents = ['a', 'b', 'c'].map((_id) => ({ _id })) as ContactSubmission[];
const duplicate = 11_000;
const refused = 121;

/** A model whose insert ends with these write errors, and with a write concern that was not met. */
function failing(errors: [index: number, code: number][], notReplicated = false) {
  const writeErrors = errors.map(([index, code]) => ({ index, code })) as mongo.WriteError[];
  const result = { getWriteConcernError: () => (notReplicated ? {} : undefined) };
  const error = new mongo.MongoBulkWriteError(
    { message: 'It failed.', code: 0, writeErrors },
    result as mongo.BulkWriteResult,
  );
  const model = { insertMany: () => Promise.reject(error) };
  return { model: model as unknown as Model<ContactSubmission>, error };
}

it('tells what was there before from what was inserted and what was refused', async () => {
  const { model, error } = failing([
    [0, duplicate],
    [2, refused],
  ]);
  expect(await insertSubmissions(model, documents)).toEqual([false, true, error]);
});

// The one before may not have reached a majority either, and could be rolled back.
it('does not take a duplicate for stored while no majority has it', async () => {
  const { model, error } = failing([[0, duplicate]], true);
  await expect(insertSubmissions(model, documents)).rejects.toBe(error);
});

it('confirms nothing when MongoDB did not answer', async () => {
  const error = new mongo.MongoBulkWriteError(
    new mongo.MongoNetworkError('The connection was closed.'),
    { getWriteConcernError: () => undefined } as mongo.BulkWriteResult,
  );
  const model = { insertMany: () => Promise.reject(error) } as unknown as Model<ContactSubmission>;
  await expect(insertSubmissions(model, documents)).rejects.toBe(error);
});
