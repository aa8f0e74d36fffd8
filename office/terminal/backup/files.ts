import { rmSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { CommandError } from '../command.ts';
import { describeWriteError } from '../output.ts';

const isBackup = /^enquiries-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.age$/;
// Unfinished backups have hidden names, because the doctor ignores hidden files.
const isUnfinished = /^\.unfinished-.*\.age$/;
/** Milliseconds without a write after which an unfinished file counts as abandoned. */
const abandonedAfter = 3_600_000;
const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function nameOf(at: Date): string {
  return `enquiries-${at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.age`;
}

/**
 * The names of the backups in a folder, oldest first. Those dated in the future by a wrong clock
 * come before all others.
 */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new CommandError(`BACKUP_DIR ${folder} cannot be read: ${describeWriteError(error)}.`);
  });
  const backups = names.filter((name) => isBackup.test(name)).sort();
  const now = new Date();
  const isFuture = (name: string) => timeOf(name) > now;
  return [...backups.filter(isFuture), ...backups.filter((name) => !isFuture(name))];
}

/** When a backup was started. */
export function timeOf(name: string): Date {
  return new Date(name.replace(isBackup, '$1T$2:$3:$4Z'));
}

/**
 * Writes a backup that only the owner of the file can read. The file gets its final name when all
 * data is on disk.
 *
 * @throws CommandError if the file cannot be written completely, or the error of `reading` if the
 *   databases cannot be read. In either case the unfinished file is deleted.
 */
export async function writeBackup(
  folder: string,
  at: Date,
  { encrypted, reading }: { encrypted: Readable; reading: Promise<void> },
): Promise<{ file: string; size: number }> {
  const file = join(folder, nameOf(at));
  const unfinished = join(folder, `.unfinished-${process.pid}-${nameOf(at)}`);
  function stop(): never {
    rmSync(unfinished, { force: true });
    process.exit(1);
  }
  for (const signal of stops) process.on(signal, stop);
  try {
    const handle = await open(unfinished, 'wx', 0o600).catch(refuse);
    try {
      try {
        // Unlike write(), appendFile() handles partial writes.
        for await (const piece of encrypted) await handle.appendFile(piece as Buffer).catch(refuse);
      } catch (error) {
        // If the disk did not fail, reading the databases did. Awaiting `reading` throws its error.
        if (!(error instanceof CommandError)) await reading;
        throw error;
      }
      await handle.sync().catch(refuse);
    } finally {
      await handle.close().catch(() => undefined);
    }
    const { size } = await stat(unfinished);
    await rename(unfinished, file).catch(refuse);
    await syncFolder(folder);
    return { file, size };
  } finally {
    encrypted.destroy();
    await rm(unfinished, { force: true });
    for (const signal of stops) process.off(signal, stop);
  }

  function refuse(error: unknown): never {
    throw new CommandError(`No backup was made in ${folder}: ${describeWriteError(error)}.`);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Keeps the last backup of each day (UTC), for the latest `days` days that have a backup. Deletes
 * all other backups, and unfinished files of killed processes. Returns the names of the deleted
 * backups.
 */
export async function rotate(folder: string, days: number): Promise<string[]> {
  const expired = expiredOf(await listBackups(folder), days);
  for (const name of expired) await rm(join(folder, name), { force: true });
  for (const name of (await readdir(folder)).filter((each) => isUnfinished.test(each))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > abandonedAfter) await rm(join(folder, name), { force: true });
  }
  return expired;
}

/** Returns the names of the backups to delete. `names` must be sorted, oldest first. */
function expiredOf(names: readonly string[], days: number): string[] {
  const dayOf = (name: string) => name.slice(0, 'enquiries-0000-00-00'.length);
  const latestFirst = names.toReversed();
  const isLastOfDay = (name: string) =>
    latestFirst.find((other) => dayOf(other) === dayOf(name)) === name;
  const kept = new Set(latestFirst.filter(isLastOfDay).slice(0, days));
  return names.filter((name) => !kept.has(name));
}
