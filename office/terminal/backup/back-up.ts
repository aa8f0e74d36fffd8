import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type * as z from 'zod';

import { localDay, momentOf } from '../../../contract/time.ts';
import { failureCode } from '../../../platform/reason.ts';
import { readSettings, readVersion, SettingsError } from '../../../platform/settings.ts';
import { describeRefusal } from '../../../storage/mongodb.ts';
import { createTaskContext, TaskError } from '../../server/task.ts';
import { CommandError, typed } from '../command.ts';
import { readCommandConfig } from '../config.ts';
import type { Terminal } from '../terminal.ts';
import { encryptLines, writeLines } from './archive.ts';
import { listBackups, rotate, timeOf, writeBackup } from './files.ts';
import { readMongodb } from './mongodb-data.ts';
import { readRedis } from './redis-data.ts';
import { backupSettings } from './settings.ts';

type Env = Record<string, string | undefined>;
type BackupSettings = z.infer<typeof backupSettings>;

const usage = `Usage: ${typed('backup [-- --daily | keygen]')}
Writes an encrypted backup of both databases to BACKUP_DIR, and keeps the latest of each day for BACKUP_KEEP_DAYS days.
  --daily   backs up every day at BACKUP_AT
  keygen    prints a key pair; the public key is for BACKUP_KEY
`;
const day = 86_400_000;
const checkEvery = 60_000;
const retryAfter = 10 * 60_000;

/** Runs `npm run backup`. Returns the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runBackup(args: string[], env: Env, terminal: Terminal): Promise<number> {
  const [mode = '', ...more] = args;
  if (mode === '--help') {
    await terminal.write(usage);
    return 0;
  }
  if (more.length > 0 || !['', '--daily', 'keygen'].includes(mode)) {
    terminal.note(usage.trim());
    return 2;
  }
  try {
    if (mode === 'keygen') await printKeys(terminal);
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

/** Why a command failed, without credentials or enquiry data. */
export function explain(error: unknown): string {
  const expected = [SettingsError, CommandError, TaskError].find((type) => error instanceof type);
  if (expected) return (error as Error).message;
  return describeRefusal(error) ?? `The command failed (${failureCode(error)}).`;
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
  const { queuePrefix, ...config } = readCommandConfig(env);
  await listBackups(folder);
  const stores = createTaskContext({ queuePrefix, ...config });
  try {
    const [redis, database] = [await stores.redis(), await stores.database()];
    const at = new Date();
    const about = { at: at.toISOString(), version: readVersion() };
    // Redis first, because enquiries move from there to MongoDB.
    const lines = writeLines(about, readRedis(redis, queuePrefix), readMongodb(database));
    const { file, size } = await writeBackup(folder, at, await encryptLines(lines, keys));
    terminal.note(`Backup written to ${file} (${describeSize(size)}).`);
  } finally {
    await stores.close();
  }
  const gone = await rotate(folder, days);
  if (gone.length > 0) terminal.note(`Deleted older backups: ${gone.join(', ')}.`);
}

function describeSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toLocaleString('en-ZA', { maximumFractionDigits: 1 })} MB`;
}

/** Makes a backup every day at BACKUP_AT, or as soon as possible after that. Never ends. */
async function backUpDaily(settings: BackupSettings, env: Env, terminal: Terminal): Promise<never> {
  for (;;) {
    let pause = checkEvery;
    try {
      const newest = (await listBackups(settings.BACKUP_DIR)).at(-1);
      const [at, now] = [newest ? timeOf(newest).getTime() : 0, Date.now()];
      if (at < lastDue(settings.BACKUP_AT, now) || at > now) {
        await backUp(settings, env, terminal);
      }
    } catch (error) {
      terminal.note(`${explain(error)} Trying again in ten minutes.`);
      pause = retryAfter;
    }
    await sleep(pause);
  }
}

/** When a daily backup was last due, in milliseconds since 1970. */
export function lastDue(at: string, now: number): number {
  const due = momentOf(localDay(now), at).getTime();
  return due <= now ? due : due - day;
}
