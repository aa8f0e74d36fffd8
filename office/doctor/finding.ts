import type { TaskContext } from '../server/task.ts';

/** What is examined: the stores, and what is about them. */
export interface Product extends Omit<TaskContext, 'actor' | 'onProgress'> {
  /** Where visitors find the site, without a slash at its end; undefined where nobody has said. */
  siteUrl: string | undefined;
  /** Where the site finds the API, if not at its own address. */
  apiUrl: string | undefined;
  officeUrl: string | undefined;
  /** How many replicas of Redis must have an enquiry before it is acknowledged. */
  waitReplicas: number;
  smtpUrl: string | undefined;
  /** Where `npm start` keeps its data. */
  dataDir: string;
  /** Where backups are put; undefined where nobody has said. */
  backupDir: string | undefined;
  /** Whether anybody is told of a finding that lasts. */
  tellsSomebody: boolean;
  production: boolean;
}

/** `unknown`: it was not looked at, and `says` says why. */
export type Level = 'ok' | 'unknown' | 'warning' | 'critical';

/** What the doctor has found of one thing. */
export interface Finding {
  /** Always the same for the same thing, such as `redis` or `queues.submissions`. */
  id: string;
  level: Level;
  subject: string;
  says: string;
  /** Milliseconds that it took to answer, where that was measured. */
  latency?: number;
  /** What to do about it, when something is to be done. */
  remedy?: string;
  /** The heading of docs/operations.md that helps, as links name it, such as `redis-is-down`. */
  runbook?: string;
  /** The id of the finding that it follows from, which is critical and follows from no other. */
  because?: string;
}

/** A finding of a check, which need not know its subject. */
export interface CheckResult extends Pick<Finding, 'level' | 'says' | 'latency' | 'remedy'> {
  /** Tells apart what one check finds: the id is then `CHECK.PART`. */
  part?: string;
  /** The checks that it may follow from, where they are others than those of its check. */
  follows?: readonly string[];
}

export function ok(says: string, latency?: number): CheckResult {
  return { level: 'ok', says, ...(latency === undefined ? {} : { latency }) };
}

/** Starts to measure. The result tells the milliseconds since then, at least 1. */
export function startTimer(): () => number {
  const started = performance.now();
  return () => Math.max(1, Math.round(performance.now() - started));
}

/** Why a thing was not looked at: half a sentence. */
export function notLookedAt(because: string): CheckResult {
  return { level: 'unknown', says: `Not looked at, because ${because}.` };
}

export function warning(says: string, remedy: string): CheckResult {
  return { level: 'warning', says, remedy };
}

export function critical(says: string, remedy: string): CheckResult {
  return { level: 'critical', says, remedy };
}

/** As bad as the higher of the limits that a value exceeds. */
export function graded(
  value: number,
  limits: { warning: number; critical: number },
  says: string,
  remedy: string,
): CheckResult {
  if (value > limits.critical) return critical(says, remedy);
  return value > limits.warning ? warning(says, remedy) : ok(says);
}

/** The worst of what was found. What was not looked at is no worse than what is well. */
export function worstOf(findings: readonly Finding[]): Exclude<Level, 'unknown'> {
  const levels = findings.map(({ level }) => level);
  if (levels.includes('critical')) return 'critical';
  return levels.includes('warning') ? 'warning' : 'ok';
}
