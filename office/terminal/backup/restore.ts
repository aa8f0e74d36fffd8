import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { readProcesses, serviceNames, silentAfter } from '../../../platform/heartbeat.ts';
import { systemUser } from '../run-command.ts';
import { createTaskContext } from '../../server/task.ts';
import { CommandError, confirm, typed, UsageError } from '../command.ts';
import { readCommandConfig } from '../config.ts';
import type { Terminal } from '../terminal.ts';
import { readLines } from './archive.ts';
import { explain } from './back-up.ts';
import { listBackups } from './files.ts';
import {
  clearMongodb,
  countDocuments,
  erasedIds,
  erasedIn,
  openMongodbRestore,
} from './mongodb-data.ts';
import { clearRedis, countJobs, openRedisRestore, type JobPlaces } from './redis-data.ts';

const usage = `Usage: ${typed('restore [-- [FILE] [--key FILE] [--replace [--yes]]]')}
Restores a backup, by default the newest in BACKUP_DIR, into empty databases. Asks for the private key.
  --key FILE  reads the private key from a file, or from standard input if FILE is -
  --replace   first deletes everything in the databases, except the audit trail
  --yes       does so without asking
`;

/** Runs `npm run restore`. Returns the exit code: 0, 1 for a failure, 2 for wrong arguments. */
export async function runRestore(
  args: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  try {
    const { help, words, ...options } = readOptions(args);
    if (help) {
      await terminal.write(usage);
      return 0;
    }
    const file = words[0] ?? (await newestIn(env.BACKUP_DIR));
    await restore({ file, ...options }, env, terminal);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`${error.message}\n${usage.trim()}`);
      return 2;
    }
    terminal.note(explain(error));
    return 1;
  }
}

function readOptions(args: string[]) {
  const [text, yes] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = { help: yes, key: text, replace: yes, yes };
  try {
    const { values, positionals: words } = parseArgs({ args, options, allowPositionals: true });
    if (words.length > 1) throw new Error('Only one backup can be restored at a time.');
    return { ...values, words };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function newestIn(folder = ''): Promise<string> {
  if (!folder) throw new UsageError('No file given, and BACKUP_DIR is not set.');
  const newest = (await listBackups(folder)).at(-1);
  if (!newest) throw new CommandError(`There is no backup in ${folder}.`);
  return join(folder, newest);
}

interface RestoreOptions {
  file: string;
  key?: string | undefined;
  replace?: boolean | undefined;
  yes?: boolean | undefined;
}

async function restore(
  { file, key, replace = false, yes = false }: RestoreOptions,
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<void> {
  const { queuePrefix, ...config } = readCommandConfig(env);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new CommandError(`There is no file ${file}.`);
  }
  const identity = await readIdentity(key, terminal);
  // Reads the whole file first, so that a damaged or incomplete backup changes nothing.
  terminal.progress('Checking the backup …');
  const backup = await inspect(file, identity);
  const { at, version, enquiries, documents, jobs } = backup;
  terminal.note(
    `${file}: complete, made ${at} by version ${version}: ${enquiries} enquiries, ${documents - enquiries} other documents, ${jobs} jobs.`,
  );
  const stores = createTaskContext({ queuePrefix, ...config });
  try {
    const [redis, database] = [await stores.redis(), await stores.database()];
    const present = await countDocuments(database);
    const waiting = await countJobs(redis, queuePrefix);
    const isEmpty = present.enquiries + present.others + waiting === 0;
    const holds = `In the databases: enquiries: ${present.enquiries}; other documents: ${present.others}; jobs: ${waiting}`;
    if (!isEmpty && !replace) {
      throw new CommandError(`${holds}. Nothing was changed. Add --replace to delete them first.`);
    }
    const erased = new Set([...backup.erased, ...(await erasedIds(database))]);
    if (replace) await refuseWhileRunning(redis, queuePrefix);
    if (!isEmpty && !yes)
      await confirm(terminal, `${holds}. Delete all of this permanently?`, 'Nothing was changed.');
    const actor = `cli:${systemUser()}`;
    const subject = { conditions: replace ? ['replace'] : [] };
    const record = await database.audit.start({ actor, action: 'backup.restore', subject });
    terminal.note('Restoring. If this is interrupted, run it again with --replace.');
    if (replace) {
      await clearRedis(redis, queuePrefix);
      await clearMongodb(database);
    }
    const isErased = (id: string) => erased.has(id.slice(0, uuidLength));
    // MongoDB first: otherwise a running worker would find the jobs of enquiries that MongoDB does
    // not have yet, and send their acknowledgements a second time.
    const toMongodb = await openMongodbRestore(database, isErased);
    const toRedis = openRedisRestore(redis, queuePrefix, backup.places, isErased);
    let done = 0;
    for (const { add, end } of [toMongodb, toRedis]) {
      for await (const line of readLines(file, identity)) {
        await add(line);
        done += 1;
        if (done % 500 === 0) terminal.progress(`Restoring: ${done} of ${2 * backup.lines} …`);
      }
      await end();
    }
    const { erased: skipped, ...restored } = toMongodb.counts;
    await record.end('done', { ...restored, ...toRedis.counts, erased: skipped });
    terminal.note(
      `Restored enquiries: ${restored.enquiries}; other documents: ${restored.others}; jobs: ${toRedis.counts.jobs}.` +
        (skipped > 0 ? ` Not restored, because they were erased: ${skipped}.` : ''),
    );
    terminal.note('Now start or restart the API, the worker and the enquiries desk.');
    if (isEmpty) {
      terminal.note(
        `Repeat the erasures since ${at}: see ‘Back up and restore’ in docs/operations.md.`,
      );
    }
  } finally {
    await stores.close();
  }
}

const uuidLength = 36;

async function readIdentity(key: string | undefined, terminal: Terminal): Promise<string> {
  let given: string;
  try {
    if (key === undefined) given = await terminal.secret('Private key:');
    else if (key === '-') given = await text(process.stdin);
    else given = readFileSync(key, 'utf8');
  } catch (error) {
    if (key === undefined) throw error;
    throw new CommandError(`The key file ${key} cannot be read.`);
  }
  const found = /AGE-SECRET-KEY-[\dA-Z-]+/.exec(given)?.[0];
  if (!found)
    throw new CommandError('That is not a private key. Private keys start with AGE-SECRET-KEY-1.');
  return found;
}

async function inspect(file: string, identity: string) {
  const found = {
    ...{ at: '', version: '', lines: 0, enquiries: 0, documents: 0, jobs: 0 },
    erased: [] as string[],
    places: [] as JobPlaces[],
  };
  for await (const line of readLines(file, identity)) {
    found.lines += 1;
    if ('backup' in line) [found.at, found.version] = [line.at, line.version];
    else if ('queue' in line) found.places.push(line);
    else if ('job' in line) found.jobs += 1;
    else if ('document' in line) {
      found.documents += 1;
      if (line.in === 'contactsubmissions') found.enquiries += 1;
      found.erased.push(...erasedIn(line));
    }
  }
  return found;
}

/** @throws CommandError if the API, a worker or the enquiries desk sent a heartbeat recently. */
async function refuseWhileRunning(
  redis: Parameters<typeof readProcesses>[0],
  prefix: string,
): Promise<void> {
  const { now, processes } = await readProcesses(redis, prefix);
  const running = processes.filter(({ seenAt }) => now - seenAt < silentAfter);
  if (running.length === 0) return;
  const names = [...new Set(running.map(({ service }) => serviceNames[service]))].join(', ');
  throw new CommandError(`Stop these first: ${names}. Nothing was changed.`);
}
