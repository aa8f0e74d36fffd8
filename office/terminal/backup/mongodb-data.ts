import { mongo } from 'mongoose';

import { inBatches } from '../../../platform/batch.ts';
import type { AuditRecord } from '../../../storage/audit-trail.ts';
import type { Database } from '../../../storage/connection.ts';
import { isDuplicate } from '../../../storage/schemas.ts';
import type { DocumentLine, Line } from './archive.ts';

const { EJSON } = mongo.BSON;
const batchSize = 500;
/** The maximum number of JSON characters per batch. MongoDB limits messages to 48 MB. */
const batchLength = 8_000_000;

/** Collections that describe the state of the database. A restore replaces them. */
const ofState = ['settings', 'migrations'];
/** The audit trail. A restore adds records to it, but never deletes any. */
const auditTrail = 'auditrecords';
const enquiries = 'contactsubmissions';
const deleted = 'deletedsubmissions';

function databaseOf({ submissions }: Database): mongo.Db {
  const { db } = submissions.db;
  if (!db) throw new Error('MongoDB is not connected.');
  return db;
}

/** The collections to back up: all except MongoDB's own and sessions, which end within hours. */
async function collectionsOf(database: Database): Promise<string[]> {
  const found = await databaseOf(database).listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter(
      (name) => !name.startsWith('system.') && name !== database.sessions.collection.collectionName,
    );
}

/**
 * Reads MongoDB for a backup, as lines of JSON. Deleted enquiries are read before and after the
 * other enquiries. Otherwise an enquiry that staff restore or delete during the backup could be
 * missed.
 */
export async function* readMongodb(database: Database): AsyncGenerator<string> {
  const all = await collectionsOf(database);
  const moving = [deleted, enquiries, deleted].filter((name) => all.includes(name));
  const others = all.filter((name) => !moving.includes(name)).sort();
  // Without conversion, a document keeps the exact types of its numbers.
  const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true };
  const read = new Set<string>();
  for (const name of [...moving, ...others]) {
    const collection = databaseOf(database).collection(name);
    for await (const document of collection.find({}, { batchSize, ...exact })) {
      if (name === deleted) {
        if (read.has(String(document._id))) continue;
        read.add(String(document._id));
      }
      const text = EJSON.stringify(document, undefined, undefined, { relaxed: false });
      yield `{"in":${JSON.stringify(name)},"document":${text}}`;
    }
  }
}

/** Counts enquiries and other documents, without the audit trail, settings and migrations. */
export async function countDocuments(database: Database) {
  const counts = { enquiries: 0, others: 0 };
  for (const name of await collectionsOf(database)) {
    if ([...ofState, auditTrail].includes(name)) continue;
    const count = await databaseOf(database).collection(name).countDocuments();
    counts[name === enquiries ? 'enquiries' : 'others'] += count;
  }
  return counts;
}

/** Deletes all documents except the audit trail, and ends all sessions. */
export async function clearMongodb(database: Database): Promise<void> {
  await database.sessions.deleteMany({});
  for (const name of await collectionsOf(database)) {
    if (name === auditTrail) continue;
    const collection = databaseOf(database).collection(name);
    const all = collection.find({}, { projection: { _id: 1 }, batchSize });
    // Deleting a large collection takes longer than a query may.
    for await (const some of inBatches(all, batchSize)) {
      await collection.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    }
  }
}

/** The ids in the audit record of an erasure that was not refused; none for any other document. */
export function erasedIn({ in: name, document }: DocumentLine): string[] {
  const { action, outcome, subject } = document as Partial<AuditRecord>;
  const isErasure = name === auditTrail && action === 'person.erase' && outcome !== 'refused';
  return isErasure ? (subject?.ids ?? []) : [];
}

/** The ids of all enquiries that were erased, according to the audit trail. */
export async function erasedIds(database: Database): Promise<string[]> {
  const records = databaseOf(database).collection(auditTrail).find({ action: 'person.erase' });
  return (await records.toArray()).flatMap((document) => erasedIn({ in: auditTrail, document }));
}

/**
 * Restores the documents of a backup, except erased enquiries and documents that already exist.
 * Deletes settings and migrations first, because the backup replaces them. `add` collects documents
 * and writes them in batches; `end` writes the last batch.
 */
export async function openMongodbRestore(database: Database, isErased: (id: string) => boolean) {
  for (const name of ofState) await databaseOf(database).collection(name).deleteMany({});
  const counts = { enquiries: 0, others: 0, erased: 0 };
  let batch: DocumentLine[] = [];
  let length = 0;

  async function write(): Promise<void> {
    const lines = batch;
    [batch, length] = [[], 0];
    const [{ in: name } = { in: '' }] = lines;
    if (lines.length === 0) return;
    const documents = lines.map(
      ({ document }) => EJSON.deserialize(document, { relaxed: false }) as mongo.Document,
    );
    const inserting = databaseOf(database).collection(name);
    await inserting.insertMany(documents, { ordered: false }).catch(ignoreExisting);
    counts[name === enquiries ? 'enquiries' : 'others'] += documents.length;
  }

  return {
    counts,
    add: async (line: Line) => {
      if (!('document' in line)) return;
      const isEnquiry = [enquiries, deleted].includes(line.in);
      if (isEnquiry && isErased(String(line.document._id))) {
        counts.erased += 1;
        return;
      }
      const size = JSON.stringify(line.document).length;
      if (batch[0] && (batch[0].in !== line.in || length + size > batchLength)) await write();
      length += size;
      if (batch.push(line) >= batchSize) await write();
    },
    end: write,
  };
}

/** @throws the error, unless it only says that some documents already exist. */
function ignoreExisting(error: unknown): void {
  const failures = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (failures.length === 0 || !failures.every(isDuplicate)) throw error;
}
