import { rmSync } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';

import { CommandError } from './command.ts';
import type { Pieces } from '../server/spreadsheet.ts';

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Writes a file that only its owner can read. It has its name once all of it is on the disk; before
 * that it stands beside, and goes away again when not all of it can be written.
 *
 * @throws CommandError when it is there already, or cannot be written.
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
      // Unlike write() it does not stop where only a part of the piece could be written.
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
  EEXIST: 'it is there already',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'that disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  EFBIG: 'a file may not be as large as that here',
  ENAMETOOLONG: 'its name is too long',
  EPIPE: 'whoever reads it has stopped',
};

/** Why something could not be written, in words as far as there are some. */
export function describeWriteError(error: unknown): string {
  const { code = 'for no known reason' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}
