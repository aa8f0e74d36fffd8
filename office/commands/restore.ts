import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { mongo } from 'mongoose';

import { storeSubmissionJob, type JobPayload } from '#contract/jobs.ts';
import { inBatches } from '#storage/in-batches.ts';
import { readProcesses, silentAfter } from '#server/heartbeat.ts';
import type { AuditRecord } from '#storage/audit-trail.ts';
import type { Database } from '#storage/connection.ts';
import { isDuplicate } from '#storage/schemas.ts';
import { readBackup, type Line } from './archive.ts';
import { collectionsOf, listBackups } from './backup.ts';
import { flag, text, type Command, type CommandTask } from './run-command.ts';
import { CommandError, confirm, UsageError } from './terminal.ts';

/** Collections that describe the state of the database. A restore replaces them. */
const ofState = ['settings', 'migrations'];
/** The audit trail. A restore adds records to it, but never deletes any. */
const auditTrail = 'auditrecords';
const enquiries = ['contactsubmissions', 'deletedsubmissions'];
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const restoreCommands: Record<string, Command> = {
  restore: {
    usage: '[FILE] [--key FILE|-] [--replace [--yes]] [--erased FILE | --none-erased]',
    words: 'any',
    options: {
      key: text,
      replace: flag,
      yes: flag,
      erased: text,
      'none-erased': flag,
    },
    right: 'without account',
    async run(task, [given], { key, replace, yes, erased: list, 'none-erased': isNoneErased }) {
      const { terminal, actor } = task;
      const folder = task.env.BACKUP_DIR ?? '';
      const file = given ?? join(folder, (await listBackups(folder)).at(-1) ?? '');
      const listed = list === undefined ? [] : readIds(String(list));
      const identity = await readIdentity(task, key as string | undefined);
      // Reads the whole file first, so that a damaged or incomplete backup changes nothing.
      const backup = await inspect(file, identity);
      terminal.note(`${file}: complete, made ${backup.at} by version ${backup.version}.`);
      const database = await task.database();
      const present = await countDocuments(database);
      if (present > 0 && !replace) {
        throw new CommandError(
          `There are ${present} documents. Add --replace to delete them first.`,
        );
      }
      const isKnown = (await database.audit.count({ to: new Date(backup.at) })) > 0;
      if (!isKnown && !list && !isNoneErased) {
        throw new UsageError(
          'The audit trail does not say what was erased since the backup: add --erased FILE or --none-erased.',
        );
      }
      if (replace) await refuseWhileRunning(task);
      await confirm(terminal, yes || present === 0, `Delete ${present} documents permanently?`);
      const actions = ['person.erase', 'backup.restore'];
      const records = await database.audit.read({ actions, limit: 0 });
      const erased = new Set([...listed, ...backup.erased, ...records.flatMap(erasedIn)]);
      // A later restore does not bring these back either.
      const subject = { ids: listed, conditions: replace ? ['replace'] : [] };
      const record = await database.audit.start({ actor, action: 'backup.restore', subject });
      terminal.note('Restoring. If this is interrupted, run it again with --replace.');
      await clear(database);
      const counts = await restoreLines(task, readBackup(file, identity), { ...backup, erased });
      await record.end('done');
      terminal.note(
        `Restored documents: ${counts.documents}; erased, and not restored: ${counts.erased}; queued again: ${counts.jobs}.\n` +
          'Now start or restart the API, the worker and the enquiries desk.',
      );
    },
  },
};

async function readIdentity({ terminal }: CommandTask, key?: string): Promise<string> {
  let content = key === '-' ? await readAll(process.stdin) : '';
  if (key === undefined) content = await terminal.ask('Private key:', true);
  else if (key !== '-') content = readFileSync(key, 'utf8');
  const [identity] = /AGE-SECRET-KEY-[\dA-Z-]+/.exec(content) ?? [];
  if (identity) return identity;
  throw new CommandError('That is not a private key. Private keys start with AGE-SECRET-KEY-1.');
}

/** The IDs in a file. Anything else is refused: a log also names enquiries that were only read. */
function readIds(file: string): string[] {
  const ids =
    readFileSync(file, 'utf8')
      .toLowerCase()
      .match(/[^\s,]+/g) ?? [];
  if (ids.length > 0 && ids.every((id) => uuid.test(id))) return ids;
  throw new CommandError(`${file} must contain IDs and nothing else.`);
}

/** What a backup says about itself, about erasures, and of which enquiries no job is needed. */
async function inspect(file: string, identity: string) {
  const found = { at: '', version: '', erased: [] as string[], settled: new Set<string>() };
  for await (const line of readBackup(file, identity)) {
    const { at, version = '', places, in: name = '', document } = line;
    if (at) Object.assign(found, { at, version });
    for (const id of places?.completed ?? []) found.settled.add(id);
    if (document && enquiries.includes(name)) found.settled.add(String(document._id));
    if (document && name === auditTrail) found.erased.push(...erasedIn(document));
  }
  return found;
}

/** The IDs in the audit record of an erasure, or of a restore that left them out. */
function erasedIn({ action, outcome, subject }: Partial<AuditRecord>): string[] {
  const isErasure = action === 'person.erase' && outcome !== 'refused';
  return isErasure || action === 'backup.restore' ? (subject?.ids ?? []) : [];
}

/** Counts the documents that are not in the audit trail and do not describe the database. */
async function countDocuments(database: Database): Promise<number> {
  const all = await collectionsOf(database);
  const counted = all.filter((one) => ![...ofState, auditTrail].includes(one.collectionName));
  const counts = await Promise.all(counted.map((collection) => collection.countDocuments()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Deletes all documents except those of the audit trail. */
async function clear(database: Database): Promise<void> {
  await database.sessions.deleteMany({});
  for (const collection of await collectionsOf(database)) {
    if (collection.collectionName === auditTrail) continue;
    // Deleting a large collection takes longer than a query may.
    for await (const some of inBatches(collection.find({}, { projection: { _id: 1 } }), 500)) {
      await collection.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    }
  }
}

/**
 * Restores the documents of a backup, except erased enquiries and documents that exist, and queues
 * the jobs of enquiries that version 0.1.0 had accepted and not yet stored.
 */
async function restoreLines(
  task: CommandTask,
  lines: AsyncIterable<Line>,
  { erased, settled }: { erased: ReadonlySet<string>; settled: ReadonlySet<string> },
) {
  const counts = { documents: 0, erased: 0, jobs: 0 };
  const { db } = (await task.database()).submissions;
  for await (const batch of inBatches(lines, 200)) {
    const restored = new Map<string, mongo.Document[]>();
    for (const { in: name = '', document, job: [queue, id = ''] = [], fields } of batch) {
      const isErased = enquiries.includes(name) && erased.has(String(document?._id));
      if (isErased) counts.erased += 1;
      else if (document) {
        const exact: unknown = mongo.BSON.EJSON.deserialize(document, { relaxed: false });
        restored.set(name, [...(restored.get(name) ?? []), exact as mongo.Document]);
      } else if (queue === storeSubmissionJob.queue && !erased.has(id) && !settled.has(id)) {
        await queueJob(task, id, fields?.data ?? '');
        counts.jobs += 1;
      }
    }
    for (const [name, documents] of restored) {
      await db.collection(name).insertMany(documents, { ordered: false }).catch(ignoreExisting);
      counts.documents += documents.length;
    }
  }
  return counts;
}

async function queueJob({ queues }: CommandTask, jobId: string, json: string): Promise<void> {
  const data = JSON.parse(json) as JobPayload<typeof storeSubmissionJob>;
  const { name, policy } = storeSubmissionJob;
  await (await queues()).submissions.add(name, data, { ...policy, jobId });
}

/** @throws the error, unless it only says that some documents already exist. */
function ignoreExisting(error: unknown): void {
  const failures = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (failures.length === 0 || !failures.every(isDuplicate)) throw error;
}

/** @throws CommandError if the API, a worker or the enquiries desk sent a heartbeat recently. */
async function refuseWhileRunning({ redis, queuePrefix }: CommandTask): Promise<void> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  const running = processes.filter(({ seenAt }) => now - seenAt < silentAfter);
  const names = [...new Set(running.map(({ service }) => service))].join(', ');
  if (names) throw new CommandError(`Stop these first: ${names}. Nothing was changed.`);
}
