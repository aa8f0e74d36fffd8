import { createConnection, Schema, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer();

describe('mongoose', () => {
  let connection: Connection;

  beforeAll(async () => {
    const uri = `${mongodb.server.uri}/shop`;
    connection = await createConnection(uri, { autoCreate: false }).asPromise();
  });
  afterAll(() => connection.close());

  function model(name: string) {
    const schema = new Schema({
      _id: { type: String, required: true },
      email: { type: String, required: true, unique: true },
      status: {
        staff: { type: String, default: 'pending' },
        sentAt: { type: Date, default: null },
      },
      attempts: [{ at: Date, _id: false }],
      expiresAt: { type: Date, expires: 0 },
    });
    schema.index({ 'status.staff': 1, expiresAt: 1 });
    return connection.model(name, schema);
  }

  it('connects and creates the indexes of a model', async () => {
    const Person = model('Person');
    await Person.init();
    await Person.init();
    expect(await Person.listIndexes()).toMatchObject([
      { name: '_id_' },
      { name: 'email_1', unique: true },
      { name: 'expiresAt_1', expireAfterSeconds: 0 },
      { name: 'status.staff_1_expiresAt_1' },
    ]);
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
    });
    await expect(Person.create({ _id: 'b', email: 'a@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyValue: { email: 'a@example.org' },
    });
    expect(await Person.exists({ email: 'a@example.org' })).toEqual({ _id: 'a' });
    expect(await Person.deleteOne({ _id: 'a' })).toMatchObject({ deletedCount: 1 });
  });

  it('updates a document only while it matches a condition', async () => {
    const Person = model('Visitor');
    await Person.init();
    await Person.create({ _id: 'a', email: 'a@example.org' });
    const send = () =>
      Person.updateOne(
        { _id: 'a', 'status.sentAt': null },
        { $set: { 'status.sentAt': new Date(2) }, $push: { attempts: { at: new Date(1) } } },
        { writeConcern: { w: 'majority', journal: true } },
      );
    expect(await send()).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
    expect(await send()).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
    const person = await Person.findOne({ attempts: { $exists: true } }).lean();
    expect(person).toMatchObject({ status: { sentAt: new Date(2) }, attempts: [{}] });
    expect(await Person.countDocuments({ 'status.staff': 'pending' })).toBe(1);
  });
});
