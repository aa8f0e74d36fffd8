import { open } from 'node:fs/promises';

import { CommandError } from './errors.ts';
import type { Terminal } from './terminal.ts';

/**
 * Writes a result to a file that only its owner can read, or to the terminal when none is named.
 *
 * @throws CommandError when the file is there already.
 */
export async function writeResult(
  terminal: Terminal,
  file: string | undefined,
  pieces: AsyncIterable<string>,
): Promise<void> {
  if (file === undefined) {
    for await (const piece of pieces) await terminal.write(piece);
    return;
  }
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'it is there already' : (error.code ?? 'unknown');
    throw new CommandError(`${file} cannot be written: ${why}.`);
  });
  try {
    for await (const piece of pieces) await handle.write(piece);
  } finally {
    await handle.close();
  }
  terminal.note(`Written to ${file}. It holds personal data: delete it when it has been used.`);
}
