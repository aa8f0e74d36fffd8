import { createConnection, Schema, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

describe('mongoose', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await createConnection(`${mongodb.server.uri}/office`).asPromise();
  });
  afterAll(() => connection.close());

  function model(name: string) {
    const schema = new Schema(
      {
        _id: { type: String, required: true },
        email: { type: String, required: true, unique: true },
        status: {
          staff: { type: String, default: 'pending' },
          sentAt: { type: Date, default: null },
        },
        attempts: [{ at: Date, _id: false }],
        expiresAt: { type: Date, expires: 0 },
      },
      { timestamps: true },
    );
    schema.index({ 'status.staff': 1, createdAt: 1 });
    return connection.model(name, schema);
  }

  it('connects without sessions and makes the indexes of a model', async () => {
    const Person = model('Person');
    await Person.init();
    await Person.init();
    expect(await Person.listIndexes()).toMatchObject([
      { name: '_id_' },
      { name: 'email_1', unique: true },
      { name: 'expiresAt_1', expireAfterSeconds: 0 },
      { name: 'status.staff_1_createdAt_1' },
    ]);
    expect(await Person.syncIndexes()).toEqual([]);
  });

  it('saves, changes and deletes documents with string ids and versions', async () => {
    const Person = model('Member');
    await Person.init();
    const person = await Person.create({ _id: 'a', email: 'a@example.org' });
    expect(person.__v).toBe(0);
    person.set('attempts', [{ at: new Date(1) }]);
    person.status = { staff: 'sent', sentAt: new Date(2) };
    await person.save();
    expect(await Person.findById('a').lean()).toMatchObject({
      __v: 1,
      status: { staff: 'sent', sentAt: new Date(2) },
      attempts: [{ at: new Date(1) }],
      createdAt: person.createdAt,
    });
    await expect(Person.create({ _id: 'b', email: 'a@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyValue: { email: 'a@example.org' },
    });
    expect(await Person.exists({ email: 'a@example.org' })).toEqual({ _id: 'a' });
    expect(await Person.deleteOne({ _id: 'a' })).toMatchObject({ deletedCount: 1 });
  });

  it('upserts once, and finds what it changed', async () => {
    const Person = model('Visitor');
    await Person.init();
    const upsert = () =>
      Person.updateOne(
        { _id: 'a' },
        { $setOnInsert: { email: 'a@example.org', expiresAt: new Date(Date.now() + 60_000) } },
        { upsert: true, writeConcern: { w: 'majority', journal: true } },
      );
    expect(await upsert()).toMatchObject({ upsertedCount: 1, upsertedId: 'a' });
    expect(await upsert()).toMatchObject({ upsertedCount: 0, matchedCount: 1 });
    const found = await Person.findOneAndUpdate(
      { _id: 'a', 'status.sentAt': null },
      { $set: { 'status.staff': 'sent' }, $push: { attempts: { at: new Date(1) } } },
      { returnDocument: 'after' },
    ).lean();
    expect(found).toMatchObject({ status: { staff: 'sent', sentAt: null }, attempts: [{}] });
    expect(await Person.countDocuments({ 'status.staff': 'sent' })).toBe(1);
  });
});
