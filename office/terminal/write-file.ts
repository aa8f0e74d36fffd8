import { rmSync } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';

import { CommandError } from './command.ts';
import type { Pieces } from '../server/spreadsheet.ts';

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Writes a file that only its owner can read. It is written to a temporary file, renamed once complete
 * and deleted on failure.
 *
 * @throws CommandError if it already exists or cannot be written.
 */
export async function writeWholeFile(file: string, pieces: Pieces<string>): Promise<void> {
  const unfinished = `${file}.${process.pid}.half`;
  function stop(): never {
    rmSync(unfinished, { force: true });
    process.exit(1);
  }
  function refuse(error: unknown): never {
    throw new CommandError(`${file} cannot be written: ${describeWriteError(error)}.`);
  }
  if (await exists(file)) refuse({ code: 'EEXIST' });
  for (const signal of stops) process.on(signal, stop);
  try {
    const handle = await open(unfinished, 'wx', 0o600).catch(refuse);
    try {
      // Unlike write(), it handles partial writes.
      for await (const piece of pieces) await handle.appendFile(piece).catch(refuse);
      await handle.sync().catch(refuse);
    } finally {
      await handle.close().catch(refuse);
    }
    if (await exists(file)) refuse({ code: 'EEXIST' });
    await rename(unfinished, file).catch(refuse);
  } finally {
    await rm(unfinished, { force: true });
    for (const signal of stops) process.off(signal, stop);
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

const reasons: Record<string, string> = {
  EEXIST: 'it already exists',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file would be too large',
  ENAMETOOLONG: 'its name is too long',
  EPIPE: 'the reader has closed the pipe',
};

/** Why writing failed. */
export function describeWriteError(error: unknown): string {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}
