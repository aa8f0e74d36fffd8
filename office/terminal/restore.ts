import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { mongo } from 'mongoose';

import { storeSubmissionJob, type JobPayload } from '../../contract/jobs.ts';
import { inBatches } from '../../storage/in-batches.ts';
import { readProcesses, serviceNames, silentAfter } from '../../packages/server/heartbeat.ts';
import type { AuditRecord } from '../../storage/audit-trail.ts';
import type { Database } from '../../storage/connection.ts';
import { isDuplicate } from '../../storage/schemas.ts';
import { createTaskContext } from '../server/task.ts';
import { readBackup, type DocumentLine } from './archive.ts';
import { collectionsOf, listBackups } from './backup.ts';
import {
  CommandError,
  confirm,
  explain,
  flag,
  readArguments,
  text,
  typed,
  UsageError,
} from './command.ts';
import { readCommandConfig } from './config.ts';
import { systemUser } from './run-command.ts';
import type { Terminal } from './terminal.ts';

type Env = Record<string, string | undefined>;
type Stores = ReturnType<typeof createTaskContext>;

const options = {
  ...{ key: text, replace: flag, yes: flag, help: flag },
  ...{ erased: text, 'none-erased': flag },
};

const usage = `Usage: ${typed('restore [-- [FILE] [--key FILE] [--replace [--yes]] [--erased FILE | --none-erased]]')}
Restores a backup, by default the newest in BACKUP_DIR, into an empty database. Asks for the private key.
  --key FILE     reads the private key from a file, or from standard input if FILE is -
  --replace      first deletes everything in the database, except the audit trail
  --yes          does so without asking
  --erased FILE  does not restore the enquiries that FILE says were erased: ids, logs, or an export of the audit trail
  --none-erased  says that nothing was erased since the backup
One of the last two is required if the audit trail in the database does not reach back to the backup.
`;

/** Collections that describe the state of the database. A restore replaces them. */
const ofState = ['settings', 'migrations'];
/** The audit trail. A restore adds records to it, but never deletes any. */
const auditTrail = 'auditrecords';
const enquiries = ['contactsubmissions', 'deletedsubmissions'];
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Runs `npm run restore`. Returns the exit code: 0, 1 for a failure, 2 for wrong arguments. */
export async function runRestore(args: string[], env: Env, terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = readArguments(args, options);
    if (values.help) await terminal.write(usage);
    else await restore(values, positionals, env, terminal);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.note(isUsage ? `${error.message}\n${usage.trim()}` : explain(error));
    return isUsage ? 2 : 1;
  }
}

async function restore(
  given: ReturnType<typeof readArguments<typeof options>>['values'],
  words: string[],
  env: Env,
  terminal: Terminal,
): Promise<void> {
  const { key, replace = false, yes = false } = given;
  if (words.length > 1) throw new UsageError('Only one backup can be restored at a time.');
  const file = words[0] ?? (await newestIn(env.BACKUP_DIR));
  const fromFile = given.erased === undefined ? [] : readErased(given.erased);
  const identity = await readIdentity(key, terminal);
  // Reads the whole file first, so that a damaged or incomplete backup changes nothing.
  terminal.progress('Checking the backup …');
  const backup = await inspect(file, identity);
  terminal.note(
    `${file}: complete, made ${backup.at} by version ${backup.version}: ${backup.enquiries} enquiries, ${backup.others} other documents.`,
  );
  const config = readCommandConfig(env);
  const stores = createTaskContext(config, (line) => terminal.log(line));
  try {
    const database = await stores.database();
    const present = await countDocuments(database);
    if (present > 0 && !replace) {
      throw new CommandError(
        `The database contains ${present} documents. Nothing was changed. Add --replace to delete them first.`,
      );
    }
    const isKnown = (await database.audit.count({ to: new Date(backup.at) })) > 0;
    if (!isKnown && given.erased === undefined && !given['none-erased']) {
      throw new UsageError(
        'The audit trail does not say what was erased since the backup: add --erased FILE or --none-erased. Nothing was changed.',
      );
    }
    if (replace) await refuseWhileRunning(stores);
    if (present > 0 && !yes) {
      await confirm(terminal, `Delete ${present} documents in the database permanently?`);
    }
    const erased = new Set([...fromFile, ...backup.erased, ...(await erasedIds(database))]);
    const record = await database.audit.start({
      actor: `cli:${systemUser()}`,
      action: 'backup.restore',
      // A later restore does not bring these back either.
      subject: { ids: fromFile, conditions: replace ? ['replace'] : [] },
    });
    terminal.note('Restoring. If this is interrupted, run it again with --replace.');
    await clear(database, replace ? undefined : ofState);
    const restored = await restoreDocuments(database, file, identity, erased, terminal);
    const isSettled = (id: string) => erased.has(id) || backup.completed.has(id);
    const jobs = await queueUnstored(stores, file, identity, isSettled);
    await record.end('done', { ...restored, jobs });
    terminal.note(
      `Restored enquiries: ${restored.enquiries}; other documents: ${restored.others}; queued again: ${jobs}. ` +
        `Not restored, because they were erased: ${restored.erased}.\n` +
        'Now start or restart the API, the worker and the enquiries desk.',
    );
  } finally {
    await stores.close();
  }
}

async function newestIn(folder = ''): Promise<string> {
  if (!folder) throw new UsageError('No file given, and BACKUP_DIR is not set.');
  const newest = (await listBackups(folder)).at(-1);
  if (!newest) throw new CommandError(`There is no backup in ${folder}.`);
  return join(folder, newest);
}

async function readIdentity(key: string | undefined, terminal: Terminal): Promise<string> {
  let content: string;
  if (key === undefined) content = await terminal.secret('Private key:');
  else if (key === '-') content = await readAll(process.stdin);
  else content = readFile(key);
  const [identity] = /AGE-SECRET-KEY-[\dA-Z-]+/.exec(content) ?? [];
  if (identity) return identity;
  throw new CommandError('That is not a private key. Private keys start with AGE-SECRET-KEY-1.');
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`The file ${file} cannot be read.`);
  }
}

/**
 * The ids of erased enquiries in a file: a list of ids, or the lines about `person.erase` in a log
 * or an export of the audit trail, except those of refused erasures.
 */
function readErased(file: string): string[] {
  const content = readFile(file).toLowerCase();
  if (content.replace(uuid, '').trim() === '') return content.match(uuid) ?? [];
  const lines = content.split('\n');
  const refused = lines.filter((line) => line.includes('refused')).map(recordIn);
  const erasures = lines.filter((line) => line.includes('person.erase'));
  if (erasures.length === 0) {
    throw new CommandError(`${file} contains neither ids nor records of erasures.`);
  }
  return erasures
    .filter((line) => !line.includes('refused') && !refused.includes(recordIn(line) ?? line))
    .flatMap((line) => line.match(uuid) ?? []);
}

/** The id of the audit record that a log line is about: refusals are logged after their action. */
function recordIn(line: string): string | undefined {
  return /"auditrecord":"([^"]+)"/.exec(line)?.[1];
}

async function inspect(file: string, identity: string) {
  const found = { at: '', version: '', enquiries: 0, others: 0 };
  const erased: string[] = [];
  const completed = new Set<string>();
  for await (const line of readBackup(file, identity)) {
    if ('backup' in line) [found.at, found.version] = [line.at, line.version];
    else if ('places' in line) for (const id of line.places.completed) completed.add(id);
    else if ('document' in line) {
      found[enquiries.includes(line.in) ? 'enquiries' : 'others'] += 1;
      if (line.in === auditTrail) erased.push(...erasedIn(line.document));
    }
  }
  return { ...found, erased, completed };
}

/** The ids in the audit record of an erasure, or of a restore that left them out. */
function erasedIn({ action, outcome, subject }: Partial<AuditRecord>): string[] {
  const isErasure = action === 'person.erase' && outcome !== 'refused';
  return isErasure || action === 'backup.restore' ? (subject?.ids ?? []) : [];
}

/** The ids of all enquiries that were erased, according to the audit trail in the database. */
async function erasedIds({ audit }: Database): Promise<string[]> {
  const records = await audit.read({ actions: ['person.erase', 'backup.restore'], limit: 0 });
  return records.flatMap(erasedIn);
}

/** Counts the documents that are not in the audit trail and do not describe the database. */
async function countDocuments(database: Database): Promise<number> {
  let count = 0;
  for (const collection of await collectionsOf(database)) {
    if ([...ofState, auditTrail].includes(collection.collectionName)) continue;
    count += await collection.countDocuments();
  }
  return count;
}

/** Deletes the documents of these collections; by default of all but the audit trail. */
async function clear(database: Database, names?: string[]): Promise<void> {
  await database.sessions.deleteMany({});
  for (const collection of await collectionsOf(database)) {
    const name = collection.collectionName;
    if (name === auditTrail || names?.includes(name) === false) continue;
    // Deleting a large collection takes longer than a query may.
    for await (const some of inBatches(collection.find({}, { projection: { _id: 1 } }), 500)) {
      await collection.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    }
  }
}

/** Restores the documents of a backup, except erased enquiries and documents that exist. */
async function restoreDocuments(
  database: Database,
  file: string,
  identity: string,
  erased: ReadonlySet<string>,
  terminal: Terminal,
) {
  const counts = { enquiries: 0, others: 0, erased: 0 };
  async function* documents(): AsyncGenerator<DocumentLine> {
    for await (const line of readBackup(file, identity)) {
      if (!('document' in line)) continue;
      const isEnquiry = enquiries.includes(line.in);
      const isErased = isEnquiry && erased.has(String(line.document._id));
      counts[isErased ? 'erased' : isEnquiry ? 'enquiries' : 'others'] += 1;
      if (!isErased) yield line;
    }
  }
  for await (const batch of inBatches(documents(), 200)) {
    for (const name of new Set(batch.map((line) => line.in))) {
      const lines = batch.filter((line) => line.in === name);
      const restored = lines.map(
        ({ document }): mongo.Document =>
          mongo.BSON.EJSON.deserialize(document, exact) as mongo.Document,
      );
      const collection = database.submissions.db.collection(name);
      await collection.insertMany(restored, { ordered: false }).catch(ignoreExisting);
    }
    const done = counts.enquiries + counts.others;
    terminal.progress(`Restoring: ${done} documents …`);
  }
  return counts;
}

const exact = { relaxed: false };

/** @throws the error, unless it only says that some documents already exist. */
function ignoreExisting(error: unknown): void {
  const failures = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (failures.length === 0 || !failures.every(isDuplicate)) throw error;
}

/**
 * Queues the enquiries again that the last release had accepted and not yet stored. Only its
 * backups contain jobs. Returns the number of jobs.
 */
async function queueUnstored(
  stores: Stores,
  file: string,
  identity: string,
  isSettled: (id: string) => boolean,
): Promise<number> {
  const { submissions, deleted } = await stores.database();
  let count = 0;
  for await (const line of readBackup(file, identity)) {
    if (!('job' in line)) continue;
    const [queue, id] = line.job;
    if (queue !== storeSubmissionJob.queue || isSettled(id)) continue;
    const isStored = (await submissions.exists({ _id: id })) ?? (await deleted.exists({ _id: id }));
    if (isStored) continue;
    const data = JSON.parse(line.fields.data ?? '{}') as JobPayload<typeof storeSubmissionJob>;
    const { name, policy } = storeSubmissionJob;
    await (await stores.queues()).submissions.add(name, data, { ...policy, jobId: id });
    count += 1;
  }
  return count;
}

/** @throws CommandError if the API, a worker or the enquiries desk sent a heartbeat recently. */
async function refuseWhileRunning({ redis, queuePrefix }: Stores): Promise<void> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  const running = processes.filter(({ seenAt }) => now - seenAt < silentAfter);
  if (running.length === 0) return;
  const names = [...new Set(running.map(({ service }) => serviceNames[service]))].join(', ');
  throw new CommandError(`Stop these first: ${names}. Nothing was changed.`);
}
