import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { TaskError } from '../server/task.ts';
import {
  critical,
  describeAge,
  graded,
  notChecked,
  type CheckContext,
  type Result,
} from './check.ts';

const hour = 3_600_000;
/** Limits for the age of the newest backup, in hours: for one and two missed nightly backups. */
const stale = { warning: 26, critical: 50 };
const ourName = /^enquiries-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.age$/;
/** What every file of the `age` format begins with. */
const ageHeader = 'age-encryption.org/v1\n';

/** The names of our backups in a folder, oldest first. @throws TaskError if it cannot be read. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    const says = `The backup folder ${folder} cannot be read. Make it, or correct BACKUP_DIR.`;
    throw new TaskError('unavailable', says);
  });
  return names.filter((name) => ourName.test(name)).sort();
}

/** Checks the age of the newest backup in BACKUP_DIR. Other files there do not count. */
export async function checkBackups({ backupDir }: CheckContext): Promise<Result> {
  if (backupDir === undefined) return notChecked('BACKUP_DIR is not set');
  for (const name of (await listBackups(backupDir)).reverse()) {
    if (!(await isEncrypted(join(backupDir, name)))) continue;
    const age = Date.now() - Date.parse(name.replace(ourName, '$1T$2:$3:$4Z'));
    const says = `The newest backup in ${backupDir} is ${describeAge(age)} old.`;
    return graded(age / hour, stale, says, 'Find out why no newer backup was made.');
  }
  return critical(`No backup found in ${backupDir}.`, 'Make one with npm run backup.');
}

/** Whether the first bytes of a file are those of our backups. */
async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  const read = handle?.read(Buffer.alloc(ageHeader.length)).catch(() => undefined);
  const start = (await read)?.buffer.toString();
  await handle?.close();
  return start === ageHeader;
}
