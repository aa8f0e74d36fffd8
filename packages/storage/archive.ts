import { mongo } from 'mongoose';

import type { Database } from './connection.ts';
import { isDuplicate } from './schemas.ts';

/** A document in a backup: its collection, and itself in canonical extended JSON. */
export interface ArchivedDocument {
  in: string;
  document: Record<string, unknown>;
}

const auditTrail = 'auditrecords';

async function collectionsOf({ connection }: Database) {
  const collections = (await connection.db?.collections()) ?? [];
  return collections.filter(({ collectionName }) => !collectionName.startsWith('system.'));
}

/** Reads every document for a backup, except sessions, which end within hours. */
export async function* archiveDocuments(database: Database): AsyncGenerator<ArchivedDocument> {
  // Without conversion, a document keeps the exact types of its numbers.
  const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true };
  for (const collection of await collectionsOf(database)) {
    const { collectionName: name } = collection;
    if (name === database.sessions.collection.collectionName) continue;
    for await (const document of collection.find({}, exact)) {
      yield { in: name, document: mongo.BSON.EJSON.serialize(document, { relaxed: false }) };
    }
  }
}

/** Deletes every document except those of the audit trail. */
export async function clearDocuments(database: Database): Promise<void> {
  for (const collection of await collectionsOf(database)) {
    if (collection.collectionName !== auditTrail) await collection.deleteMany({});
  }
}

/** Stores documents of a backup, except those that exist. */
export async function restoreDocuments(
  { connection }: Database,
  archived: readonly ArchivedDocument[],
): Promise<void> {
  for (const name of new Set(archived.map((entry) => entry.in))) {
    const documents = archived
      .filter((entry) => entry.in === name)
      .map(({ document }) => mongo.BSON.EJSON.deserialize(document, { relaxed: false }) as object);
    const inserting = connection.collection(name).insertMany(documents, { ordered: false });
    await inserting.catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  }
}
