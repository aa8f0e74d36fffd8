import { statfs } from 'node:fs/promises';

import { readAlertState } from './alert-state.ts';
import {
  describeAge,
  graded,
  notChecked,
  ok,
  warning,
  type CheckContext,
  type Result,
} from './check.ts';

/** Limits for the used share of a disk. */
const fullness = { warning: 0.85, critical: 0.95 };
/** Milliseconds without checks after which alerts count as stopped. */
const alertsStoppedAfter = 600_000;

/** Checks the disk of the data folder, or else that of this process. */
export async function checkDisk({ dataDir }: CheckContext): Promise<Result> {
  return judgeDisk(await statfs(dataDir).catch(() => statfs('.')));
}

/** Grades a disk by its free blocks. */
export function judgeDisk({ bavail, blocks }: { bavail: number; blocks: number }): Result {
  const says = `${Math.round((100 * bavail) / blocks)}% of the disk is free.`;
  return graded(1 - bavail / blocks, fullness, says, 'Free some space, or enlarge the disk.');
}

/** Checks that alerts can be sent. */
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
