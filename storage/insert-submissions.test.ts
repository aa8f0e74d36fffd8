import { mongo, type Model } from 'mongoose';
import { expect, it } from 'vitest';

import { insertSubmissions } from './insert-submissions.ts';
import type { ContactSubmission } from './submission-model.ts';

const documents = ['a', 'b', 'c'].map((_id) => ({ _id })) as ContactSubmission[];
const duplicate = 11_000;
const refused = 121;

/** A model whose inserts fail with the given errors. It finds the documents in `existing`. */
function failing({
  errors,
  notReplicated = false,
  existing = [],
}: {
  errors: [index: number, code: number][];
  notReplicated?: boolean;
  existing?: string[];
}) {
  const writeErrors = errors.map(([index, code]) => ({ index, code })) as mongo.WriteError[];
  const result = { getWriteConcernError: () => (notReplicated ? {} : undefined) };
  const error = new mongo.MongoBulkWriteError(
    { message: 'It failed.', code: 0, writeErrors },
    result as mongo.BulkWriteResult,
  );
  const model = {
    insertMany: () => Promise.reject(error),
    find: () => ({ lean: () => Promise.resolve(existing.map((_id) => ({ _id }))) }),
  };
  return { model: model as unknown as Model<ContactSubmission>, error };
}

it('distinguishes inserted, existing and failed documents', async () => {
  const errors: [number, number][] = [
    [0, duplicate],
    [2, refused],
  ];
  const { model, error } = failing({ errors, existing: ['a'] });
  expect(await insertSubmissions(model, documents)).toEqual([false, true, error]);
});

it('does not report a document as stored if one with another id conflicts with it', async () => {
  const { model, error } = failing({ errors: [[0, duplicate]] });
  expect(await insertSubmissions(model, documents)).toEqual([error, true, true]);
});

// The existing document could still be rolled back if only a minority of the servers has it.
it('does not report a duplicate as stored before a majority has it', async () => {
  const { model, error } = failing({
    errors: [[0, duplicate]],
    notReplicated: true,
    existing: ['a'],
  });
  await expect(insertSubmissions(model, documents)).rejects.toBe(error);
});

it('throws if MongoDB did not answer', async () => {
  const error = new mongo.MongoBulkWriteError(
    new mongo.MongoNetworkError('The connection was closed.'),
    { getWriteConcernError: () => undefined } as mongo.BulkWriteResult,
  );
  const model = { insertMany: () => Promise.reject(error) } as unknown as Model<ContactSubmission>;
  await expect(insertSubmissions(model, documents)).rejects.toBe(error);
});
