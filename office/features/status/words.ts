import { notifications } from '../../../contract/notifications.ts';
import type {
  FailedGroup,
  FindingView,
  Level,
  PassageEvent,
  QueueName,
  Span,
  StationName,
} from './actions.ts';

export const levelWords: Record<Level, string> = {
  ok: 'Well',
  unknown: 'Not known',
  warning: 'Warning',
  critical: 'Broken',
};

export const stationTitles: Record<StationName, string> = {
  site: 'Site',
  api: 'API',
  redis: 'Redis',
  worker: 'Worker',
  mongodb: 'MongoDB',
  mail: 'Mail',
};

export const spanTitles: Record<Span, string> = {
  hour: 'Last hour',
  day: 'Last day',
  fortnight: '14 days',
};

/** What each queue does, and what it means that it is paused. */
export const queueWords: Record<QueueName, { does: string; paused: string }> = {
  submissions: {
    does: 'Stores enquiries',
    paused:
      'The form still takes enquiries and answers them. They wait in Redis: nobody is mailed, and staff do not see them until it is resumed.',
  },
  notifications: {
    does: 'Sends mail',
    paused: 'Enquiries are stored and staff see them here. No mail leaves until it is resumed.',
  },
  maintenance: {
    does: 'Recurring work',
    paused:
      'No canary, no daily mail, and mail that was lost on its way is not queued again until it is resumed.',
  },
};

/** What is wrong, worst first, each with all that follows from it. */
export function causesOf(
  findings: readonly FindingView[],
): { cause: FindingView; effects: FindingView[] }[] {
  const wrong = findings.filter(({ level, because }) => isWrong(level) && because === undefined);
  const worstFirst = wrong.toSorted(
    (one, other) => Number(other.level === 'critical') - Number(one.level === 'critical'),
  );
  return worstFirst.map((cause) => ({
    cause,
    effects: findings.filter(({ because }) => because === cause.id),
  }));
}

function isWrong(level: Level): boolean {
  return level === 'warning' || level === 'critical';
}

/** From `redis-is-down`, how the document calls it: 'Redis is down'. */
export function runbookTitle(anchor: string): string {
  const words = anchor
    .replaceAll('-', ' ')
    .replace(/\b(api|mongodb)\b/g, (name) => names[name] ?? '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const names: Record<string, string> = { api: 'API', mongodb: 'MongoDB' };

/** What is known of why jobs were given up, and what to do about it. */
export function adviceFor({ cause, queue }: Pick<FailedGroup, 'cause' | 'queue'>): string {
  if (/^smtp 5/.test(cause)) {
    return 'The receiving mail server refuses this for good: most likely there is no such address. Set it aside, or try again once the address is known to work.';
  }
  if (cause.startsWith('These fields do not fit')) {
    return 'An old worker met what a newer API sends. Upgrade the worker, then try again.';
  }
  if (cause.startsWith('Its data is no JSON')) {
    return 'It was spoilt in Redis. Open it on the queue board to save what can be read.';
  }
  if (queue === 'submissions') {
    return 'These enquiries are not stored yet. Find the cause, then try again: that is safe.';
  }
  return 'Once its cause is gone, try again: nothing is sent twice.';
}

/** Says in a sentence what has happened to an enquiry on its way. */
export function passageWords({ what, kind = 'staff', detail = '' }: PassageEvent): string {
  const mail = notifications[kind].phrase;
  const why = detail === '' ? '' : ` (${detail})`;
  const sentences: Record<PassageEvent['what'], string> = {
    accepted: 'Accepted: the visitor has the reference',
    queued: 'Queued in Redis',
    stored: 'Stored in MongoDB',
    'store-failed': `Storing was given up${why}`,
    'store-retried': `Not stored yet, is tried again${why}`,
    held: 'Held as spam: no mail leaves',
    'mail-queued': `The ${mail} was queued`,
    'mail-sent': `The ${mail} was sent`,
    'mail-failed': `The ${mail} was given up${why}`,
    'mail-retried': `The ${mail} has not left yet, is tried again${why}`,
    'mail-withheld': `The ${mail} was withheld${why}`,
  };
  return sentences[what];
}

/** A short time in its largest units: '4 s', '3 min', '2 h 5 min', '4 d'. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} d`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
