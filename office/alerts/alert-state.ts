import { describeAge } from '../../platform/canary-proof.ts';
import type { Finding, Level } from '../doctor/finding.ts';

/** A way to tell somebody. */
export type AlertChannel = 'mail' | 'webhook';

type BadLevel = Extract<Level, 'warning' | 'critical'>;

/** What is said of one cause when it begins, and when it is over. */
export interface AlertMessage {
  event: 'began' | 'over';
  level: BadLevel;
  title: string;
  text: string;
  /** In milliseconds since 1970. */
  at: number;
}

/** One finding that is wrong, or has been lately. Times are in milliseconds since 1970. */
interface Watched {
  subject: string;
  says: string;
  level: BadLevel;
  /** Since when it has been as bad as that. */
  since: number;
  lastBad: number;
  /** As how bad it was told, until its end is told. */
  told?: BadLevel;
  /** When its beginning was told within the last day. */
  tellings: number[];
}

/** All that is known of what was told: one office may go on where another has stopped. */
export interface AlertState {
  /** When somebody has looked last. */
  savedAt: number;
  watched: Record<string, Watched>;
  /** What has not left on all channels yet. */
  unsent: { message: AlertMessage; channels: AlertChannel[] }[];
  /** The channels that do not work, since when and why: a code. */
  failing: Partial<Record<AlertChannel, { since: number; code: string }>>;
}

const dayInMilliseconds = 86_400_000;

export const nothingTold: AlertState = { savedAt: 0, watched: {}, unsent: [], failing: {} };

/**
 * What is known after one more look, and the messages that follow from it. What lasts `after`
 * milliseconds is told once, and so is its end. What comes back sooner has not been away; and each
 * time that something was told within a day it has to last twice as long, to be told and to be over.
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
      // A clock that was wrong may have noted times that are yet to come.
      since: Math.min(entry.since, now),
      lastBad: Math.min(entry.lastBad, now),
      tellings: entry.tellings.filter((at) => now - at < dayInMilliseconds),
    };
  }
  for (const finding of findings) {
    const { id, subject, says, level } = finding;
    if (!isBad(level)) continue;
    const known = watched[id];
    if (finding.because !== undefined) {
      // Whoever knows of its cause need not be told; but it is not over.
      if (known?.told) known.lastBad = now;
      continue;
    }
    // A look may take longer than that.
    const wasThere = known !== undefined && known.lastBad >= state.savedAt;
    const isSame = known && (known.told !== undefined || wasThere || now - known.lastBad <= after);
    const isWorse = level === 'critical' && known?.level === 'warning';
    const entry: Watched = {
      ...{ subject, says, level, lastBad: now },
      since: isSame && !isWorse ? known.since : now,
      ...(known?.told ? { told: known.told } : {}),
      tellings: known?.tellings ?? [],
    };
    watched[id] = entry;
    const isNews = entry.told === undefined || (level === 'critical' && entry.told === 'warning');
    const pause = entry.told === undefined ? after * 2 ** entry.tellings.length : after;
    if (!isNews || now - entry.since < pause) continue;
    [entry.told, entry.tellings] = [level, [...entry.tellings, now]];
    messages.push(describeBeginning(finding, level, findings, { since: entry.since, now }));
  }
  for (const [id, entry] of Object.entries(watched)) {
    if (!isOver(id, findings)) continue;
    const okFor = now - entry.lastBad;
    const pause = after * 2 ** Math.max(0, entry.tellings.length - 1);
    if (entry.told !== undefined && okFor >= pause) {
      messages.push(describeEnd(entry, now));
      delete entry.told;
    }
    if (entry.told === undefined && entry.tellings.length === 0 && okFor > after) {
      Reflect.deleteProperty(watched, id);
    }
  }
  return { state: { ...state, savedAt: now, watched }, messages };
}

function isBad(level: Level): level is BadLevel {
  return level === 'warning' || level === 'critical';
}

/** Whether a finding was looked for and is not wrong any more. */
function isOver(id: string, findings: readonly Finding[]): boolean {
  const [check = ''] = id.split('.');
  const ofCheck = findings.filter((finding) => finding.id.split('.')[0] === check);
  if (ofCheck.some((finding) => finding.id === id && isBad(finding.level))) return false;
  return !ofCheck.some(({ level }) => level === 'unknown');
}

function describeBeginning(
  { id, subject, says, remedy }: Finding,
  level: BadLevel,
  findings: readonly Finding[],
  { since, now }: { since: number; now: number },
): AlertMessage {
  const following = findings.filter(({ because }) => because === id).map((each) => each.subject);
  const lines = [
    says,
    ...(remedy ? [`What to do: ${remedy}`] : []),
    ...(following.length > 0 ? [`Because of it: ${[...new Set(following)].join(', ')}.`] : []),
    `For ${describeAge(now - since)}, since ${timeOf(since)}.`,
  ];
  const title = `${level === 'critical' ? 'Critical' : 'Warning'}: ${subject}`;
  return { event: 'began', level, title, text: lines.join('\n'), at: now };
}

function describeEnd({ subject, says, level, since, lastBad }: Watched, now: number): AlertMessage {
  const text = `It was: ${says}\nIt lasted ${describeAge(lastBad - since)}, since ${timeOf(since)}.`;
  return { event: 'over', level, title: `Over: ${subject}`, text, at: now };
}

/** A moment for people, such as `2026-11-22 07:30 UTC`. */
export function timeOf(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
