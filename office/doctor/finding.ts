import type { Actor, TaskContext } from '../server/task.ts';

/** The stores and settings that the checks use. */
export interface Product extends Omit<TaskContext, keyof Actor | 'onProgress'> {
  /** The public URL of the site, without a trailing slash; undefined if not set. */
  siteUrl: string | undefined;
  /** The URL of the API, if it differs from the site's. */
  apiUrl: string | undefined;
  officeUrl: string | undefined;
  /** The number of Redis replicas that must confirm an enquiry before it is accepted. */
  smtpUrl: string | undefined;
  /** The data folder of `npm start`. */
  dataDir: string;
  /** The backup folder; undefined if not set. */
  backupDir: string | undefined;
  /** The URL of docs/operations.md; undefined if not set. */
  runbookUrl: string | undefined;
  hasAlertTarget: boolean;
  production: boolean;
}

/** `unknown` means that something was not checked, for the reason in `says`. */
export type Level = 'ok' | 'unknown' | 'warning' | 'critical';

export interface Finding {
  /** Stable across runs, such as `redis` or `queues.submissions`. */
  id: string;
  level: Level;
  subject: string;
  says: string;
  /** Response time in milliseconds, if measured. */
  latency?: number;
  remedy?: string;
  /** The anchor of a heading in docs/operations.md (`redis-is-down`). */
  runbook?: string;
  /** The URL of that section. If there is one, the remedy contains it. */
  link?: string;
  /** The id of the critical finding that is the root cause. */
  because?: string;
}

/** A finding without the id and subject of its check. */
export interface CheckResult extends Pick<Finding, 'level' | 'says' | 'latency' | 'remedy'> {
  /** Distinguishes several results of one check: the id is then `CHECK.PART`. */
  part?: string;
  /** The ids of possible causes, if they are not those of the check. */
  follows?: readonly string[];
}

export function ok(says: string, latency?: number): CheckResult {
  return { level: 'ok', says, ...(latency === undefined ? {} : { latency }) };
}

/** Starts a timer. Returns a function that returns the milliseconds since the start, at least 1. */
export function startTimer(): () => number {
  const started = performance.now();
  return () => Math.max(1, Math.round(performance.now() - started));
}

/** The result of a check that did not run; the reason is a clause without a full stop. */
export function notChecked(reason: string): CheckResult {
  return { level: 'unknown', says: `Not checked: ${reason}.` };
}

export function warning(says: string, remedy: string): CheckResult {
  return { level: 'warning', says, remedy };
}

export function critical(says: string, remedy: string): CheckResult {
  return { level: 'critical', says, remedy };
}

/** Grades a value by the highest limit that it exceeds. */
export function graded(
  value: number,
  limits: { warning: number; critical: number },
  says: string,
  remedy: string,
): CheckResult {
  if (value > limits.critical) return critical(says, remedy);
  return value > limits.warning ? warning(says, remedy) : ok(says);
}

/** The worst level found. `unknown` counts as `ok`. */
export function worstOf(findings: readonly Finding[]): Exclude<Level, 'unknown'> {
  const levels = findings.map(({ level }) => level);
  if (levels.includes('critical')) return 'critical';
  return levels.includes('warning') ? 'warning' : 'ok';
}
