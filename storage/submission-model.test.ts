import { mongo, type Model } from 'mongoose';
import { expect, it } from 'vitest';

import { type ContactSubmission, insertSubmissions } from './submission-model.ts';

const documents = ['a', 'b', 'c'].map((_id) => ({ _id })) as ContactSubmission[];
const duplicate = 11_000;
const refused = 121;

/** A model that holds some documents, and whose insert ends with these errors. */
function failing({
  errors,
  notReplicated = false,
  held = [],
}: {
  errors: [index: number, code: number][];
  notReplicated?: boolean;
  held?: string[];
}) {
  const writeErrors = errors.map(([index, code]) => ({ index, code })) as mongo.WriteError[];
  const result = { getWriteConcernError: () => (notReplicated ? {} : undefined) };
  const error = new mongo.MongoBulkWriteError(
    { message: 'It failed.', code: 0, writeErrors },
    result as mongo.BulkWriteResult,
  );
  const model = {
    insertMany: () => Promise.reject(error),
    find: () => ({ lean: () => Promise.resolve(held.map((_id) => ({ _id }))) }),
  };
  return { model: model as unknown as Model<ContactSubmission>, error };
}

it('tells what was there before from what was inserted and what was refused', async () => {
  const errors: [number, number][] = [
    [0, duplicate],
    [2, refused],
  ];
  const { model, error } = failing({ errors, held: ['a'] });
  expect(await insertSubmissions(model, documents)).toEqual([false, true, error]);
});

it('does not take for stored what clashes with another than itself', async () => {
  const { model, error } = failing({ errors: [[0, duplicate]] });
  expect(await insertSubmissions(model, documents)).toEqual([error, true, true]);
});

// The one before may not have reached a majority either, and could be rolled back.
it('does not take a duplicate for stored while no majority has it', async () => {
  const { model, error } = failing({ errors: [[0, duplicate]], notReplicated: true, held: ['a'] });
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
