import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { CommandError } from './command.ts';

export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The beginning of the names of unfinished files. */
export const unfinishedPrefix = '.unfinished-';

/**
 * Writes a file that only its owner can read. It gets its name when all of it is on disk; the
 * unfinished file is deleted if writing fails or the process is stopped.
 *
 * @throws CommandError if the file already exists or cannot be written; what `pieces` throws.
 */
export async function writeWholeFile(file: string, pieces: Pieces): Promise<void> {
  const unfinished = join(dirname(file), `${unfinishedPrefix}${process.pid}-${basename(file)}`);
  function stop(): never {
    rmSync(unfinished, { force: true });
    process.exit(1);
  }
  function refuse(error: unknown): never {
    throw new CommandError(`${file} cannot be written: ${describeWriteError(error)}.`);
  }
  if (existsSync(file)) refuse({ code: 'EEXIST' });
  for (const signal of stops) process.on(signal, stop);
  try {
    const handle = await open(unfinished, 'wx', 0o600).catch(refuse);
    try {
      // Unlike write(), appendFile() completes partial writes.
      for await (const piece of pieces) await handle.appendFile(piece).catch(refuse);
      await handle.sync().catch(refuse);
    } finally {
      await handle.close().catch(refuse);
    }
    await rename(unfinished, file).catch(refuse);
    const folder = await open(dirname(file));
    await folder.sync();
    await folder.close();
  } finally {
    await rm(unfinished, { force: true });
    for (const signal of stops) process.off(signal, stop);
  }
}

const reasons: Record<string, string> = {
  EEXIST: 'it already exists',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EFBIG: 'the file would be too large',
  EPIPE: 'the reader has closed the pipe',
};

/** Why writing failed, such as `the disk is full`. */
export function describeWriteError(error: unknown): string {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}

const backupName = /^enquiries-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.age$/;

/** When a backup was made, by its file's name; an invalid date if the file is not a backup. */
export function timeOfBackup(name: string): Date {
  const [, day, ...time] = backupName.exec(name) ?? [];
  return new Date(`${day}T${time.join(':')}Z`);
}
