import { createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mongo } from 'mongoose';
import * as z from 'zod';

import { atLeastOne, readSettings, readVersion } from '#server/settings.ts';
import type { Database } from '#storage/connection.ts';
import { timeOfBackup } from '../checks/machine.ts';
import { encryptBackup, type Line } from './archive.ts';
import { explain, flag, type Command, type CommandTask } from './run-command.ts';

export const backupSettings = z.object({
  /** The public keys, any of whose private keys decrypts a backup. */
  BACKUP_KEY: z
    .string('must be set to a public key: npm run backup -- keygen')
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
const dayLength = 'enquiries-2026-11-28'.length;

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: '[--daily]',
    options: { daily: flag },
    right: 'without account',
    async run(task, _words, { daily }) {
      while (daily) {
        const failure = await backUp(task).catch(explain);
        if (failure) task.terminal.note(`${failure} Trying again in ten minutes.`);
        await sleep(failure ? 600_000 : 86_400_000);
      }
      await backUp(task);
    },
  },

  'backup keygen': {
    usage: '',
    right: 'without stores',
    async run({ terminal }) {
      const identity = await generateX25519Identity();
      const recipient = await identityToRecipient(identity);
      await terminal.write(`# Public key: ${recipient}\n${identity}\n`);
      terminal.note(
        `Set BACKUP_KEY=${recipient}\n` +
          'Keep the private key (AGE-SECRET-KEY-…) in a safe place, never on the server: without it, nobody can read the backups.',
      );
    },
  },
};

async function backUp({ env, database, terminal }: CommandTask): Promise<void> {
  const settings = readSettings(backupSettings, env);
  const { BACKUP_DIR: folder, BACKUP_KEY: encrypter, BACKUP_KEEP_DAYS: days } = settings;
  const before = await listBackups(folder);
  const at = new Date().toISOString();
  const name = `enquiries-${at.slice(0, 19).replaceAll(':', '-')}Z.age`;
  const unfinished = join(folder, `${unfinishedPrefix}${name}`);
  const header = { at, version: readVersion() };
  const backup = await encryptBackup(header, readDocuments(await database()), encrypter);
  try {
    await pipeline(backup, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  terminal.note(`Backup written to ${join(folder, name)}.`);
  // Keeps the last backup of each of the latest days (UTC).
  const lastOfDay = new Map([...before, name].map((one) => [one.slice(0, dayLength), one]));
  const kept = [...lastOfDay.values()].slice(-days);
  const old = before.filter((one) => !kept.includes(one));
  const ofKilled = (await readdir(folder)).filter((one) => one.startsWith(unfinishedPrefix));
  for (const one of [...old, ...ofKilled]) await rm(join(folder, one), { force: true });
}

/** The collections to back up: all except MongoDB's own and sessions, which end within hours. */
export async function collectionsOf({ submissions, sessions }: Database) {
  const found = (await submissions.db.db?.collections()) ?? [];
  const notOurs = sessions.collection.collectionName;
  return found
    .filter(({ collectionName: name }) => !name.startsWith('system.') && name !== notOurs)
    .sort((one, other) => one.collectionName.localeCompare(other.collectionName));
}

/** Reads MongoDB. Reads deleted enquiries last, so that none is missed in between. */
async function* readDocuments(database: Database): AsyncGenerator<Line> {
  // Without conversion, a document keeps the exact types of its numbers.
  const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true };
  for (const collection of await collectionsOf(database)) {
    for await (const found of collection.find({}, exact)) {
      const document = mongo.BSON.EJSON.serialize(found, { relaxed: false });
      yield { in: collection.collectionName, document };
    }
  }
}

/** The names of the backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => !Number.isNaN(timeOfBackup(name).getTime())).sort();
}
