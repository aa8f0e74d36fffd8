export type Level = 'ok' | 'warning' | 'critical';

/** What the doctor has found of one thing. */
export interface Finding {
  level: Level;
  subject: string;
  says: string;
  /** What to do about it, when something is to be done. */
  mend?: string;
}

/** Looks at one part of the product. */
export interface Check {
  /** What is looked at, such as `Redis`. */
  subject: string;
  run(): Promise<Omit<Finding, 'subject'>[]>;
  /** What to do when it cannot be looked at. */
  mend: string;
}

export function ok(says: string): Omit<Finding, 'subject'> {
  return { level: 'ok', says };
}

export function warning(says: string, mend: string): Omit<Finding, 'subject'> {
  return { level: 'warning', says, mend };
}

export function critical(says: string, mend: string): Omit<Finding, 'subject'> {
  return { level: 'critical', says, mend };
}
