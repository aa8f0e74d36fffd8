import type { TaskContext } from '../tasks/context.ts';

/** What is examined: the stores, and what is about them. */
export interface Product extends Omit<TaskContext, 'actor' | 'onProgress'> {
  smtpUrl: string | undefined;
  /** Where `npm start` keeps its data. */
  dataDir: string;
  production: boolean;
}

export type Level = 'ok' | 'warning' | 'critical';

/** What the doctor has found of one thing. */
export interface Finding {
  level: Level;
  subject: string;
  says: string;
  /** What to do about it, when something is to be done. */
  remedy?: string;
}

/** A finding of a check, which need not know its subject. */
export type CheckResult = Omit<Finding, 'subject'>;

export function ok(says: string): CheckResult {
  return { level: 'ok', says };
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

/** The worst of what was found. */
export function worstOf(findings: readonly Finding[]): Level {
  const levels = findings.map(({ level }) => level);
  if (levels.includes('critical')) return 'critical';
  return levels.includes('warning') ? 'warning' : 'ok';
}
