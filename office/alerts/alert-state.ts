import { describeAge } from '../../platform/describe-age.ts';
import type { Finding, Level } from '../doctor/finding.ts';

export type AlertChannel = 'mail' | 'webhook';

type BadLevel = Extract<Level, 'warning' | 'critical'>;

export interface AlertMessage {
  event: 'began' | 'over';
  level: BadLevel;
  title: string;
  text: string;
  /** In milliseconds since 1970. */
  at: number;
}

/** A current or recent problem. Times are in milliseconds since 1970. */
interface Watched {
  subject: string;
  says: string;
  level: BadLevel;
  /** When the problem began or last got worse. */
  since: number;
  lastBad: number;
  /** The level of the alert that was sent; unset once the problem is resolved. */
  alerted?: BadLevel;
  /** When alerts about the problem were sent in the last day. */
  alertedAt: number[];
}

/**
 * The state of alerting. All processes of the enquiries desk share it, so that any of them can take
 * over.
 */
export interface AlertState {
  /** When the checks last ran. */
  savedAt: number;
  watched: Record<string, Watched>;
  /** Messages that have not been sent on all channels yet. */
  unsent: {
    message: AlertMessage;
    channels: AlertChannel[];
    /** The times of emailed copies that the mail server did not confirm. */
    unconfirmed?: number[];
  }[];
  /** Failing channels, with the time of the first failure and the code of the last failure. */
  failing: Partial<Record<AlertChannel, { since: number; code: string }>>;
}

const dayInMilliseconds = 86_400_000;

export const emptyAlertState: AlertState = { savedAt: 0, watched: {}, unsent: [], failing: {} };

/**
 * Updates the state with new findings and returns the messages to send. A problem causes an alert
 * once it has lasted `after` milliseconds, and is resolved once it has been gone for as long. Both
 * times double for each earlier alert about the problem within a day, so that a flapping problem
 * causes few messages.
 */
export function decide(
  { watched: before, ...state }: AlertState,
  findings: readonly Finding[],
  now: number,
  after: number,
): { state: AlertState; messages: AlertMessage[] } {
  const watched: AlertState['watched'] = {};
  const messages: AlertMessage[] = [];
  for (const [id, entry] of Object.entries(before)) {
    watched[id] = {
      ...entry,
      // A wrong clock may have recorded times in the future.
      since: Math.min(entry.since, now),
      lastBad: Math.min(entry.lastBad, now),
      alertedAt: entry.alertedAt.filter((at) => now - at < dayInMilliseconds),
    };
  }
  for (const finding of findings) {
    const { id, subject, says, level } = finding;
    if (!isBad(level)) continue;
    const known = watched[id];
    if (finding.because !== undefined) {
      // The alert names the cause instead, but this problem is not resolved.
      if (known?.alerted) known.lastBad = now;
      continue;
    }
    // The checks can take longer than `after`. A problem that the last checks found has not ended.
    const wasThere = known !== undefined && known.lastBad >= state.savedAt;
    const isSame =
      known && (known.alerted !== undefined || wasThere || now - known.lastBad <= after);
    const isWorse = level === 'critical' && known?.level === 'warning';
    const entry: Watched = {
      ...{ subject, says, level, lastBad: now },
      since: isSame && !isWorse ? known.since : now,
      ...(known?.alerted ? { alerted: known.alerted } : {}),
      alertedAt: known?.alertedAt ?? [],
    };
    watched[id] = entry;
    const isDue =
      entry.alerted === undefined || (level === 'critical' && entry.alerted === 'warning');
    const pause = entry.alerted === undefined ? after * 2 ** entry.alertedAt.length : after;
    if (!isDue || now - entry.since < pause) continue;
    [entry.alerted, entry.alertedAt] = [level, [...entry.alertedAt, now]];
    messages.push(describeProblem(finding, level, findings, { since: entry.since, now }));
  }
  for (const [id, entry] of Object.entries(watched)) {
    if (!isResolved(id, findings)) continue;
    const okFor = now - entry.lastBad;
    const pause = after * 2 ** Math.max(0, entry.alertedAt.length - 1);
    if (entry.alerted !== undefined && okFor >= pause) {
      messages.push(describeResolution(entry, now));
      delete entry.alerted;
    }
    if (entry.alerted === undefined && entry.alertedAt.length === 0 && okFor > after) {
      Reflect.deleteProperty(watched, id);
    }
  }
  return { state: { ...state, savedAt: now, watched }, messages };
}

function isBad(level: Level): level is BadLevel {
  return level === 'warning' || level === 'critical';
}

/** Whether a problem is gone: its check could run, and did not report it as bad. */
function isResolved(id: string, findings: readonly Finding[]): boolean {
  const [check = ''] = id.split('.');
  const ofCheck = findings.filter((finding) => finding.id.split('.')[0] === check);
  // While the check itself is bad, it does not report all of its parts.
  if (ofCheck.some((each) => [id, check].includes(each.id) && isBad(each.level))) return false;
  return !ofCheck.some(({ level }) => level === 'unknown');
}

function describeProblem(
  { id, subject, says, remedy }: Finding,
  level: BadLevel,
  findings: readonly Finding[],
  { since, now }: { since: number; now: number },
): AlertMessage {
  const following = findings
    .filter((each) => each.because === id && each.subject !== subject)
    .map((each) => each.subject);
  const lines = [
    says,
    ...(remedy ? [`What to do: ${remedy}`] : []),
    ...(following.length > 0 ? [`Also affected: ${[...new Set(following)].join(', ')}.`] : []),
    `Since ${timeOf(since)} (${describeAge(now - since)}).`,
  ];
  const title = `${level === 'critical' ? 'Critical' : 'Warning'}: ${subject}`;
  return { event: 'began', level, title, text: lines.join('\n'), at: now };
}

function describeResolution(
  { subject, says, level, since, lastBad }: Watched,
  now: number,
): AlertMessage {
  const text = `Resolved after ${describeAge(lastBad - since)}. It began at ${timeOf(since)}: ${says}`;
  return { event: 'over', level, title: `Resolved: ${subject}`, text, at: now };
}

/** A readable time, such as `2026-11-22 07:30 UTC`. */
export function timeOf(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
