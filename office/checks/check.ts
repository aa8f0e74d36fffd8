import type { TaskContext } from '../server/task.ts';

export interface CheckContext extends Pick<
  TaskContext,
  'database' | 'redis' | 'queues' | 'queuePrefix'
> {
  /** The public URL of the site, without a trailing slash; undefined if not set. */
  siteUrl: string | undefined;
  /** The URL of the API, if it differs from the site's. */
  apiUrl: string | undefined;
  smtpUrl: string | undefined;
  dataDir: string;
  backupDir: string | undefined;
  /** The address of docs/operations.md, to whose sections findings link. */
  runbookUrl: string;
  hasAlertTarget: boolean;
  production: boolean;
}

/** `unknown` means that something was not checked, for the reason in `says`. */
type Level = 'ok' | 'unknown' | 'warning' | 'critical';

export interface Result {
  level: Level;
  says: string;
  remedy?: string;
  /** The heading of a section of docs/operations.md, if it is not that of the check. */
  runbook?: string | undefined;
}

export interface Finding extends Omit<Result, 'runbook'> {
  id: string;
  subject: string;
  /** Milliseconds that the check took. */
  latency: number;
  /** The address of a section of docs/operations.md, with the remedy. */
  link?: string;
  /** The id of the critical finding that explains this one. */
  because?: string;
}

export function isBad({ level }: Pick<Finding, 'level'>): boolean {
  return level === 'warning' || level === 'critical';
}

export function ok(says: string): Result {
  return { level: 'ok', says };
}

/** The result of a check that did not run; the reason is a clause without a full stop. */
export function notChecked(reason: string): Result {
  return { level: 'unknown', says: `Not checked: ${reason}.` };
}

export function warning(says: string, remedy: string, runbook?: string): Result {
  return { level: 'warning', says, remedy, runbook };
}

export function critical(says: string, remedy: string, runbook?: string): Result {
  return { ...warning(says, remedy, runbook), level: 'critical' };
}

export function graded(
  measured: number,
  limits: { warning: number; critical: number },
  says: string,
  remedy: string,
  runbook?: string,
): Result {
  if (measured > limits.critical) return critical(says, remedy, runbook);
  return measured > limits.warning ? warning(says, remedy, runbook) : ok(says);
}

/** A duration in a single unit, such as `3 min`. */
export function describeAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3_600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
