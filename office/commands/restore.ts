import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { mongo } from 'mongoose';

import { storeSubmissionJob, type JobPayload } from '#contract/jobs.ts';
import { readProcesses, silentAfter } from '#server/heartbeat.ts';
import type { AuditRecord } from '#storage/audit-trail.ts';
import { inBatches } from '#storage/in-batches.ts';
import { isDuplicate } from '#storage/schemas.ts';
import { listBackups } from '../checks/backups.ts';
import { TaskError } from '../server/task.ts';
import { collectionsOf, type Line } from './backup.ts';
import { UsageError, type Command, type CommandTask } from './command.ts';
import { confirm } from './terminal.ts';

/** A restore adds records to the audit trail, but never deletes any. */
const auditTrail = 'auditrecords';
const enquiries = ['contactsubmissions', 'deletedsubmissions'];
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

export const restoreCommands: Record<string, Command> = {
  restore: {
    usage: '[FILE] [--key FILE|-] [--replace [--yes]] [--erased FILE | --none-erased]',
    right: 'without account',
    async run(task, [given], { key, replace, yes, erased: list, 'none-erased': isNoneErased }) {
      const { terminal, actor, env } = task;
      const folder = env.BACKUP_DIR ?? '';
      const file = given ?? join(folder, (await listBackups(folder)).at(-1) ?? '');
      const listed = list === undefined ? [] : await readErasures(String(list));
      const identity = await readIdentity(task, key);
      // Reads the whole file first, so that a damaged or incomplete backup changes nothing.
      const { at, version, erased } = await inspect(file, identity);
      terminal.note(`${file}: complete, made ${at} by version ${version}.`);
      const database = await task.database();
      const { submissions, users, audit } = database;
      const present = (await submissions.countDocuments()) + (await users.countDocuments());
      const what = `${present} enquiries and accounts`;
      if (present > 0 && !replace) {
        throw new TaskError('conflict', `There are ${what}. Add --replace to delete them first.`);
      }
      const isKnown = (await audit.count({ to: new Date(at) })) > 0;
      if (!isKnown && !list && !isNoneErased) {
        throw new UsageError(
          'The audit trail does not say what was erased since the backup: add --erased FILE or --none-erased.',
        );
      }
      if (replace) await refuseWhileRunning(task);
      await confirm(terminal, yes || present === 0, `Delete ${what} permanently?`);
      const records = await audit.read({ actions: ['person.erase', 'backup.restore'] });
      for (const id of [...listed, ...records.flatMap(erasedIn)]) erased.add(id);
      // A later restore does not bring these back either.
      const subject = { ids: listed, conditions: replace ? ['replace'] : [] };
      const record = await audit.start({ actor, action: 'backup.restore', subject });
      terminal.note('Restoring. If this is interrupted, run it again with --replace.');
      for (const collection of [...(await collectionsOf(database)), database.sessions.collection]) {
        if (collection.collectionName !== auditTrail) await collection.deleteMany({});
      }
      const counts = await restoreLines(task, readBackup(file, identity), erased);
      await record.end('done');
      terminal.note(
        `Restored documents: ${counts.documents}; erased, and not restored: ${counts.erased}; queued again: ${counts.jobs}.\n` +
          'Now start or restart the API, the worker and the enquiries desk.',
      );
    },
  },
};

async function readIdentity({ terminal }: CommandTask, key?: string | boolean): Promise<string> {
  let content = key === '-' ? await text(process.stdin) : '';
  if (key === undefined) content = await terminal.ask('Private key:', true);
  else if (key !== '-') content = await readFile(String(key), 'utf8');
  const [identity] = /AGE-SECRET-KEY-[\dA-Z-]+/.exec(content) ?? [];
  if (identity) return identity;
  throw new TaskError(
    'invalid',
    'That is not a private key. Private keys start with AGE-SECRET-KEY-1.',
  );
}

/** The IDs in a list, or in the lines about erasures of a log or an exported audit trail. */
async function readErasures(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).toLowerCase().split('\n');
  const isOfErasures = /"(person\.erase|backup\.restore)"|^[\da-f\s,-]*$/;
  const ids = lines
    .filter((line) => isOfErasures.test(line))
    .join('\n')
    .match(uuid);
  if (ids) return ids;
  throw new TaskError('invalid', `${file} does not say what was erased.`);
}

/**
 * Reads a backup line by line. The encryption shows that nothing was changed or cut off.
 *
 * @throws TaskError if the key is wrong, or if the file is not a whole backup.
 */
async function* readBackup(file: string, identity: string): AsyncGenerator<Line> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = createReadStream(file);
  let rest = '';
  try {
    // The types of streams in browsers and in Node differ.
    const decrypted: unknown = await decrypter.decrypt(Readable.toWeb(source) as never);
    const unzipped = pipeline(
      Readable.fromWeb(decrypted as never),
      createGunzip(),
      () => undefined,
    );
    for await (const piece of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
      // Readline would also split at U+2028, which visitors can send.
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as Line;
    }
  } catch (error) {
    const isOtherKey = error instanceof Error && error.message.startsWith('no identity matched');
    const what = isOtherKey ? 'was encrypted for another key' : 'is missing, damaged or no backup';
    throw new TaskError('invalid', `${file} ${what}.`);
  } finally {
    source.destroy();
  }
}

/** What a backup says about itself, and which enquiries had been erased. */
async function inspect(file: string, identity: string) {
  const found = { at: '', version: '', erased: new Set<string>() };
  for await (const { at, version, in: name, document } of readBackup(file, identity)) {
    if (at && version) Object.assign(found, { at, version });
    if (name !== auditTrail || !document) continue;
    for (const id of erasedIn(document)) found.erased.add(id);
  }
  return found;
}

/** The IDs in the audit record of an erasure, or of a restore that left them out. */
function erasedIn({ action, outcome, subject }: Partial<AuditRecord>): string[] {
  const isErasure = action === 'person.erase' && outcome !== 'refused';
  return isErasure || action === 'backup.restore' ? (subject?.ids ?? []) : [];
}

/** Restores what a backup holds, except erased enquiries and audit records that exist. */
async function restoreLines(
  task: CommandTask,
  lines: AsyncIterable<Line>,
  erased: ReadonlySet<string>,
) {
  const counts = { documents: 0, erased: 0, jobs: 0 };
  const { connection } = await task.database();
  for await (const batch of inBatches(lines, 200)) {
    const restored = new Map<string, mongo.Document[]>();
    for (const { in: name = '', document, job, fields } of batch) {
      if (enquiries.includes(name) && erased.has(String(document?._id))) counts.erased += 1;
      else if (document) {
        const exact: unknown = mongo.BSON.EJSON.deserialize(document, { relaxed: false });
        restored.set(name, [...(restored.get(name) ?? []), exact as mongo.Document]);
      } else if (job && !erased.has(job[1])) {
        counts.jobs += await queueUnstored(task, job, fields?.data);
      }
    }
    for (const [name, documents] of restored) {
      const inserting = connection.collection(name).insertMany(documents, { ordered: false });
      await inserting.catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
      counts.documents += documents.length;
    }
  }
  return counts;
}

/** Queues what version 0.1.0 had accepted and not yet stored. Returns the number of jobs. */
async function queueUnstored(
  { queues }: CommandTask,
  [queue, jobId]: readonly [string, string],
  json = '',
): Promise<number> {
  const { name, policy } = storeSubmissionJob;
  const data = JSON.parse(json) as JobPayload<typeof storeSubmissionJob> & { stored?: true };
  if (queue !== storeSubmissionJob.queue || data.stored) return 0;
  await (await queues()).submissions.add(name, data, { ...policy, jobId });
  return 1;
}

/** @throws TaskError if the API, a worker or the enquiries desk sent a heartbeat recently. */
async function refuseWhileRunning({ redis, queuePrefix }: CommandTask): Promise<void> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  const running = processes.filter(({ seenAt }) => now - seenAt < silentAfter);
  const names = [...new Set(running.map(({ service }) => service))].join(', ');
  if (names) throw new TaskError('conflict', `Stop these first: ${names}. Nothing was changed.`);
}
