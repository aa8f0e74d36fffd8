import { createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as compress, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import * as z from 'zod';

import { atLeastOne, readSettings, readVersion } from '#server/settings.ts';
import { archiveDocuments } from '#storage/archive.ts';
import type { Database } from '#storage/connection.ts';
import { listBackups } from '../checks/machine.ts';
import type { Command, CommandTask } from './command.ts';

export const backupSettings = z.object({
  /** The public keys, any of whose private keys decrypts a backup. */
  BACKUP_KEY: z
    .string('must be set to a public key, which age-keygen makes')
    .transform((keys, context) => {
      const encrypter = new Encrypter();
      try {
        for (const key of keys.split(/[\s,]+/)) encrypter.addRecipient(key);
      } catch {
        context.addIssue('must be a public key that starts with age1, or several; never private');
      }
      return encrypter;
    }),
  BACKUP_DIR: z.string('must be set to the backup folder'),
  /** The number of daily backups to keep. A daily backup is the last one of a day (UTC). */
  BACKUP_KEEP_DAYS: atLeastOne.default(30),
});

const unfinishedPrefix = '.unfinished-';

export const backupCommands: Record<string, Command> = {
  backup: { usage: '', right: 'without account', run: backUp },
};

async function backUp({ env, database, terminal }: CommandTask): Promise<void> {
  const settings = readSettings(backupSettings, env);
  const { BACKUP_DIR: folder, BACKUP_KEY: encrypter, BACKUP_KEEP_DAYS: days } = settings;
  const earlier = await listBackups(folder);
  const at = new Date().toISOString();
  const name = `enquiries-${at.slice(0, 19).replaceAll(':', '-')}Z.age`;
  const unfinished = join(folder, `${unfinishedPrefix}${name}`);
  try {
    const backup = await encryptBackup(await database(), at, encrypter);
    await pipeline(backup, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  terminal.note(`Backup written to ${join(folder, name)}.`);
  const lastOfDay = new Map(
    [...earlier, name].map((fileName) => [fileName.split('T', 1).join(), fileName]),
  );
  const kept = [...lastOfDay.values()].slice(-days);
  const old = earlier.filter((fileName) => !kept.includes(fileName));
  const names = await readdir(folder);
  const ofKilled = names.filter((fileName) => fileName.startsWith(unfinishedPrefix));
  for (const fileName of [...old, ...ofKilled]) await rm(join(folder, fileName), { force: true });
}

/** Encrypts a backup. `age --decrypt` followed by `gunzip` restores its lines of JSON. */
function encryptBackup(database: Database, at: string, encrypter: Encrypter) {
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ at, version: readVersion() })}\n`;
    for await (const line of archiveDocuments(database)) yield `${JSON.stringify(line)}\n`;
  }
  // A failure destroys both streams, and so ends the encryption.
  const zipped = compress(Readable.from(lines()), createGzip(), () => undefined);
  // The types of streams in browsers and in Node differ.
  return encrypter.encrypt(Readable.toWeb(zipped) as never) as unknown as Promise<Readable>;
}
