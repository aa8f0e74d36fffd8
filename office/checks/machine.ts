import { readdir, statfs } from 'node:fs/promises';

import { TaskError } from '../server/task.ts';
import { readAlertState } from './alert-state.ts';
import {
  critical,
  describeAge,
  graded,
  notChecked,
  ok,
  warning,
  type CheckContext,
  type Result,
} from './check.ts';

const fullness = { warning: 0.85, critical: 0.95 };
const hour = 3_600_000;
/** Limits for the age of the newest backup, in hours: for one and two missed nightly backups. */
const stale = { warning: 26, critical: 50 };
const ourName = /^enquiries-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.age$/;
/** Milliseconds without checks after which alerts count as stopped. */
const alertsStoppedAfter = 600_000;

export async function checkDisk({ dataDir }: CheckContext): Promise<Result> {
  return judgeDisk(await statfs(dataDir).catch(() => statfs('.')));
}

export function judgeDisk({ bavail, blocks }: { bavail: number; blocks: number }): Result {
  const says = `${Math.round((100 * bavail) / blocks)}% of the disk is free.`;
  return graded(1 - bavail / blocks, fullness, says, 'Free some space, or enlarge the disk.');
}

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
  const newest = (await listBackups(backupDir)).at(-1);
  if (!newest) return critical(`No backup found in ${backupDir}.`, 'Make one with npm run backup.');
  const age = Date.now() - Date.parse(newest.replace(ourName, '$1T$2:$3:$4Z'));
  const says = `The newest backup in ${backupDir} is ${describeAge(age)} old.`;
  return graded(age / hour, stale, says, 'Find out why no newer backup was made.');
}

export async function checkAlerts(context: CheckContext): Promise<Result> {
  if (!context.hasAlertTarget) {
    return notChecked('neither ALERT_EMAIL nor ALERT_WEBHOOK_URL is set');
  }
  const { savedAt, failing } = await readAlertState(context);
  const failures = Object.entries(failing).map(([channel, code]) => `${channel} (${code})`);
  if (failures.length > 0) {
    const says = `Alerts cannot be sent by ${failures.join(' and ')}.`;
    return warning(says, 'Correct ALERT_EMAIL, SMTP_URL or ALERT_WEBHOOK_URL.');
  }
  if (savedAt === 0) return ok('Alerts are set up. The checks have not run yet.');
  const age = Date.now() - savedAt;
  return age > alertsStoppedAfter
    ? warning(`Alerts stopped ${describeAge(age)} ago.`, 'Restart the enquiries desk.')
    : ok(`Alerts are on. Last check ${describeAge(age)} ago.`);
}
