import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mongo } from 'mongoose';
import * as z from 'zod';

import { localDay, momentOf } from '../../contract/time.ts';
import { inBatches } from '../../storage/in-batches.ts';
import { atLeastOne, readSettings, readVersion } from '../../packages/server/settings.ts';
import type { Database } from '../../storage/connection.ts';
import { createTaskContext } from '../server/task.ts';
import { encryptBackup, type DocumentLine } from './archive.ts';
import { CommandError, explain, typed } from './command.ts';
import { readCommandConfig } from './config.ts';
import { describeWriteError, timeOfBackup, unfinishedPrefix, writeWholeFile } from './files.ts';
import type { Terminal } from './terminal.ts';

type Env = Record<string, string | undefined>;

export const backupSettings = z.object({
  /** The public keys, any of whose private keys decrypts a backup. */
  BACKUP_KEY: z
    .string('must be set to a public key: npm run backup -- keygen')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine(arePublicKeys, 'must be a public key that starts with age1, or several; never private'),
  BACKUP_DIR: z.string('must be set to the backup folder'),
  /** The number of daily backups to keep. A daily backup is the last one of a day (UTC). */
  BACKUP_KEEP_DAYS: atLeastOne.default(30),
  /** The time of day at which `--daily` makes a backup, in South African time. */
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:30')
    .default('02:30'),
});

type BackupSettings = z.infer<typeof backupSettings>;

function arePublicKeys(keys: string[]): boolean {
  try {
    for (const key of keys) new Encrypter().addRecipient(key);
    return keys.length > 0;
  } catch {
    return false;
  }
}

const usage = `Usage: ${typed('backup [-- --daily | keygen]')}
Writes an encrypted backup of MongoDB to BACKUP_DIR, and keeps the latest of each day for BACKUP_KEEP_DAYS days.
  --daily   backs up every day at BACKUP_AT
  keygen    prints a key pair; the public key is for BACKUP_KEY
`;
const day = 86_400_000;

/** Runs `npm run backup`. Returns the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runBackup(args: string[], env: Env, terminal: Terminal): Promise<number> {
  const [mode = '', ...more] = args;
  if (more.length > 0 || !['', '--daily', 'keygen', '--help'].includes(mode)) {
    terminal.note(usage.trim());
    return 2;
  }
  try {
    if (mode === '--help') await terminal.write(usage);
    else if (mode === 'keygen') await printKeys(terminal);
    else {
      const settings = readSettings(backupSettings, env);
      if (mode === '--daily') await backUpDaily(settings, env, terminal);
      else await backUp(settings, env, terminal);
    }
    return 0;
  } catch (error) {
    terminal.note(explain(error));
    return 1;
  }
}

async function printKeys(terminal: Terminal): Promise<void> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await terminal.write(`# Public key: ${recipient}\n${identity}\n`);
  terminal.note(
    `Set BACKUP_KEY=${recipient}\n` +
      'Keep the private key (AGE-SECRET-KEY-…) in a safe place, never on the server: without it, nobody can read the backups.',
  );
}

async function backUp(settings: BackupSettings, env: Env, terminal: Terminal): Promise<void> {
  const { BACKUP_DIR: folder, BACKUP_KEY: keys, BACKUP_KEEP_DAYS: days } = settings;
  await listBackups(folder);
  const stores = createTaskContext(readCommandConfig(env));
  const at = new Date().toISOString();
  const file = join(folder, `enquiries-${at.slice(0, 19).replaceAll(':', '-')}Z.age`);
  try {
    const documents = readDocuments(await stores.database());
    const backup = await encryptBackup({ at, version: readVersion() }, documents, keys);
    await writeWholeFile(file, backup);
  } finally {
    await stores.close();
  }
  const { size } = await stat(file);
  terminal.note(`Backup written to ${file} (${Math.ceil(size / 1_000)} kB).`);
  await deleteExpired(folder, days);
}

/** The collections to back up: all except MongoDB's own and sessions, which end within hours. */
export async function collectionsOf({ submissions, sessions }: Database) {
  const { db } = submissions.db;
  const found = (await db?.collections()) ?? [];
  const isOurs = (name: string) =>
    !name.startsWith('system.') && name !== sessions.collection.collectionName;
  return found.filter(({ collectionName }) => isOurs(collectionName));
}

/** Reads MongoDB in batches. Reads deleted enquiries last, so that none is missed in between. */
async function* readDocuments(database: Database): AsyncGenerator<DocumentLine[]> {
  const collections = await collectionsOf(database);
  collections.sort((one, other) => one.collectionName.localeCompare(other.collectionName));
  // Without conversion, a document keeps the exact types of its numbers.
  const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true };
  for (const collection of collections) {
    const name = collection.collectionName;
    for await (const batch of inBatches(collection.find({}, exact), 500)) {
      yield batch.map((document) => ({
        in: name,
        document: mongo.BSON.EJSON.serialize(document, { relaxed: false }),
      }));
    }
  }
}

/** The names of the backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new CommandError(`BACKUP_DIR ${folder} cannot be read: ${describeWriteError(error)}.`);
  });
  return names.filter((name) => !Number.isNaN(timeOfBackup(name).getTime())).sort();
}

/**
 * Keeps the last backup of each day (UTC), for the latest `days` days that have a backup. Deletes
 * the others, and unfinished files of killed processes.
 */
async function deleteExpired(folder: string, days: number): Promise<void> {
  const backups = (await listBackups(folder)).toReversed();
  const lastOfDay = new Map<string | undefined, string>();
  for (const name of backups) {
    const dayOfBackup = timeOfBackup(name).toISOString().slice(0, 10);
    if (!lastOfDay.has(dayOfBackup)) lastOfDay.set(dayOfBackup, name);
  }
  const kept = new Set([...lastOfDay.values()].slice(0, days));
  for (const name of backups) if (!kept.has(name)) await rm(join(folder, name), { force: true });
  for (const name of await readdir(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const changed = await stat(join(folder, name)).catch(() => undefined);
    const isAbandoned = changed && Date.now() - changed.mtimeMs > 3_600_000;
    if (isAbandoned) await rm(join(folder, name), { force: true });
  }
}

/** Makes a backup every day at BACKUP_AT, or as soon as possible after that. Never ends. */
async function backUpDaily(settings: BackupSettings, env: Env, terminal: Terminal): Promise<never> {
  for (;;) {
    let pause = 60_000;
    try {
      const newest = (await listBackups(settings.BACKUP_DIR)).at(-1) ?? '';
      const madeAt = timeOfBackup(newest).getTime() || 0;
      if (madeAt < lastDue(settings.BACKUP_AT, Date.now())) await backUp(settings, env, terminal);
    } catch (error) {
      terminal.note(`${explain(error)} Trying again in ten minutes.`);
      pause = 600_000;
    }
    await sleep(pause);
  }
}

/** When a daily backup was last due, in milliseconds since 1970. */
export function lastDue(at: string, now: number): number {
  const due = momentOf(localDay(now), at).getTime();
  return due <= now ? due : due - day;
}
