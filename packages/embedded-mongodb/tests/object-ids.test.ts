import { ObjectId, type Document } from 'mongodb';
import { expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

it('keeps ObjectIds, finds them and sorts by them', async () => {
  const plain = mongodb.client.db('shop').collection('plain');
  const ref = new ObjectId();
  const { insertedId: first } = await plain.insertOne({ n: 1, ref, refs: [ref] });
  const { insertedId: second } = await plain.insertOne({ n: 2 });
  expect(await plain.findOne({ _id: first })).toEqual({ _id: first, n: 1, ref, refs: [ref] });
  await plain.updateOne(
    { _id: second },
    { $set: { ref: first }, $push: { refs: second as never } },
  );
  const { value } = await mongodb.client.db('shop').command({
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
