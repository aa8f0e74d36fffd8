import { rmSync } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import * as z from 'zod';

import { withId } from '../../storage/connection.ts';
import { writeCsv, type Column, type Pieces } from '../server/spreadsheet.ts';
import { CommandError, flagOption, textOption } from './command.ts';
import { writeTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface View<Row> {
  names: readonly [one: string, several: string];
  table: readonly Column<Row>[];
  /** The columns of a CSV file, if they differ from those of the table. */
  csv?: readonly Column<Row>[];
}

const formats = ['table', 'json', 'csv'] as const;

export const outputOptions = z.object({
  format: z.enum(formats, `must be ${formats.join(', ')}`).optional(),
  out: textOption.optional(),
  /** Whether a CSV file begins with a byte order mark, which Excel needs to recognise UTF-8. */
  bom: flagOption,
});

export const outputUsage = '[--format table|json|csv] [--out FILE] [--bom]';

/**
 * Writes rows in the format and to the destination that the options give. If the total is known,
 * also writes a note with the number of rows. Tables on a terminal fit its width.
 */
export async function writeRows<Row extends { _id: string }>(
  terminal: Terminal,
  view: View<Row>,
  { rows, total }: { rows: Pieces<Row>; total?: number },
  { format = 'table', out, bom }: z.infer<typeof outputOptions>,
): Promise<void> {
  let written = 0;
  async function* counted(): AsyncGenerator<Row> {
    for await (const row of rows) {
      yield row;
      written += 1;
      if (written % 500 === 0) terminal.progress(`${written} ${view.names[1]} …`);
    }
  }
  const screen = out === undefined ? terminal.columns : undefined;
  const pieces = {
    table: () => writeTable(view.table, counted(), screen),
    json: () => writeJson(counted()),
    csv: () => writeCsv(view.csv ?? view.table, counted(), { bom }),
  }[format]();
  await writeResult(terminal, out, pieces);
  if (total !== undefined) terminal.note(describeCount(written, total, view.names));
}

function describeCount(written: number, total: number, [one, several]: View<never>['names']) {
  if (written === 0) return `No ${several} were found.`;
  if (written < total) return `${written} of ${total} ${several}.`;
  return written === 1 ? `1 ${one}.` : `${written} ${several}.`;
}

/**
 * Writes a result to a file that only its owner can read, or to the terminal if no file is given.
 *
 * @throws CommandError if the file already exists or cannot be written completely.
 */
export async function writeResult(
  terminal: Terminal,
  file: string | undefined,
  pieces: Pieces<string>,
): Promise<void> {
  if (file === undefined) {
    for await (const piece of pieces) await terminal.write(piece);
    return;
  }
  await writeWholeFile(file, pieces);
  terminal.note(`Written to ${file}. It contains personal data: delete it after use.`);
}

async function* writeJson(rows: Pieces<{ _id: string }>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(withId(row))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Writes a file that only its owner can read. The data goes to a temporary file, which is renamed
 * when it is complete, or deleted on failure.
 *
 * @throws CommandError if `file` already exists or cannot be written.
 */
async function writeWholeFile(file: string, pieces: Pieces<string>): Promise<void> {
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
      // Unlike write(), appendFile() handles partial writes.
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

/** Why writing failed, such as `the disk is full`. */
export function describeWriteError(error: unknown): string {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}
