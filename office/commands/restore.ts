import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';

import { storeSubmissionJob, type JobPayload } from '#contract/jobs.ts';
import { readProcesses, silentAfter } from '#server/heartbeat.ts';
import { clearDocuments, restoreDocuments, type ArchivedDocument } from '#storage/archive.ts';
import { migrate } from '#storage/migrate.ts';
import { listBackups } from '../checks/machine.ts';
import { replyTarget } from '../enquiries/describe.server.ts';
import { TaskError } from '../server/task.ts';
import type { Command, CommandTask } from './command.ts';
import { confirm, UsageError } from './terminal.ts';

/** A line of a backup: first what it is, then the documents. */
interface Line extends Partial<ArchivedDocument> {
  at?: string;
  version?: string;
  /** A job in Redis. Only in backups of version 0.1.0. */
  job?: [queue: string, id: string];
  fields?: { data?: string };
}

const enquiries = ['contactsubmissions', 'deletedsubmissions'];

export const restoreCommands: Record<string, Command> = {
  restore: {
    usage: '[FILE] [--key FILE] [--replace [--yes]] [--erased FILE | --none-erased]',
    right: 'without account',
    async run(
      task,
      [given],
      { key, replace, yes, erased: erasureList, 'none-erased': isNoneErased },
    ) {
      const { terminal, actor, env } = task;
      const folder = env.BACKUP_DIR ?? '';
      const file = given ?? join(folder, (await listBackups(folder)).at(-1) ?? '');
      const listed = erasureList === undefined ? [] : await readErasures(String(erasureList));
      const identity = await readIdentity(task, key);
      let backup: Line = {};
      // Reads the whole file first, so that a damaged or incomplete backup changes nothing.
      for await (const line of readBackup(file, identity)) if (line.at) backup = line;
      terminal.note(`${file}: complete, made ${backup.at} by version ${backup.version}.`);
      const database = await task.database();
      const { submissions, users, audit } = database;
      const present = (await submissions.countDocuments()) + (await users.countDocuments());
      const what = `${present} enquiries and accounts`;
      if (present > 0 && !replace) {
        throw new TaskError('conflict', `There are ${what}. Add --replace to delete them first.`);
      }
      const isKnown = (await audit.count({ to: new Date(backup.at ?? 0) })) > 0;
      if (!isKnown && !erasureList && !isNoneErased) {
        throw new UsageError(
          'The audit trail does not say what was erased since the backup: add --erased FILE or --none-erased.',
        );
      }
      if (replace) await refuseWhileRunning(task);
      await confirm(terminal, yes || present === 0, `Delete ${what} permanently?`);
      const records = await audit.read({ actions: ['person.erase', 'backup.restore'] });
      const erasures = records.filter(({ outcome }) => outcome !== 'refused');
      const erased = new Set([...listed, ...erasures.flatMap(({ subject }) => subject.ids)]);
      // A later restore does not bring these back either.
      const subject = { ids: listed, conditions: replace ? ['replace'] : [] };
      const record = await audit.start({ actor, action: 'backup.restore', subject });
      terminal.note('Restoring. If this is interrupted, run it again with --replace.');
      await clearDocuments(database);
      const counts = await restoreLines(task, readBackup(file, identity), erased);
      await migrate(database, { replyTarget, retentionMonths: task.retentionMonths });
      await record.end('done');
      terminal.note(
        `Restored documents: ${counts.documents}; erased, and not restored: ${counts.erased}; queued again: ${counts.jobs}.\n` +
          'Now start or restart the API, the worker and the enquiries desk.',
      );
    },
  },
};

/** The IDs in a list, or in the lines about erasures of a log or an exported audit trail. */
async function readErasures(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).toLowerCase().split('\n');
  const isOfErasures = /"(person\.erase|backup\.restore)"|^[\da-f\s,-]*$/;
  const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
  const ids = lines
    .filter((line) => isOfErasures.test(line))
    .flatMap((line) => line.match(uuid) ?? []);
  if (ids.length > 0) return ids;
  throw new TaskError('invalid', `${file} does not say what was erased.`);
}

async function readIdentity({ terminal }: CommandTask, key?: string | boolean): Promise<string> {
  const content =
    typeof key === 'string'
      ? await readFile(key, 'utf8')
      : await terminal.ask('Private key:', true);
  const [identity] = /AGE-SECRET-KEY-[\dA-Z-]+/.exec(content) ?? [];
  if (identity) return identity;
  throw new TaskError('invalid', 'That is not a private key, which starts with AGE-SECRET-KEY-1.');
}

/** @throws TaskError if the key is wrong, or if the file is not a whole backup. */
async function* readBackup(file: string, identity: string): AsyncGenerator<Line> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = createReadStream(file);
  let partialLine = '';
  try {
    const decrypted: unknown = await decrypter.decrypt(Readable.toWeb(source) as never);
    const unzipped = pipeline(
      Readable.fromWeb(decrypted as never),
      createGunzip(),
      () => undefined,
    );
    for await (const piece of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
      // Readline would also split at U+2028, which visitors can send.
      const lines = (partialLine + piece).split('\n');
      partialLine = lines.pop() ?? '';
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

const batchSize = 200;

/** Restores all but erased enquiries, and queues what version 0.1.0 had not yet stored. */
async function restoreLines(
  task: CommandTask,
  lines: AsyncIterable<Line>,
  erased: ReadonlySet<string>,
) {
  const counts = { documents: 0, erased: 0, jobs: 0 };
  const { name, queue, policy } = storeSubmissionJob;
  const database = await task.database();
  let batch: ArchivedDocument[] = [];
  for await (const { in: collection = '', document, job: [of, jobId = ''] = [], fields } of lines) {
    const isOfEnquiry = enquiries.includes(collection);
    if (isOfEnquiry && erased.has(String(document?._id))) counts.erased += 1;
    else if (document) {
      batch.push({ in: collection, document });
      counts.documents += 1;
    } else if (of === queue && !erased.has(jobId)) {
      const payload = JSON.parse(fields?.data ?? '') as JobPayload<typeof storeSubmissionJob>;
      if ('stored' in payload) continue;
      await (await task.queues()).submissions.add(name, payload, { ...policy, jobId });
      counts.jobs += 1;
    }
    if (batch.length < batchSize) continue;
    await restoreDocuments(database, batch);
    batch = [];
  }
  await restoreDocuments(database, batch);
  return counts;
}

/** @throws TaskError if the API, a worker or the enquiries desk sent a heartbeat recently. */
async function refuseWhileRunning({ redis, queuePrefix }: CommandTask): Promise<void> {
  const { now, processes } = await readProcesses(await redis(), queuePrefix);
  const running = processes.filter(({ seenAt }) => now - seenAt < silentAfter);
  const names = [...new Set(running.map(({ service }) => service))].join(', ');
  if (names) throw new TaskError('conflict', `Stop these first: ${names}. Nothing was changed.`);
}
