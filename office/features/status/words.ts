import { notifications } from '../../../contract/notifications.ts';
import type {
  FindingView,
  Level,
  PassageEvent,
  QueueName,
  Span,
  Station,
  StationName,
} from './actions.ts';

export const levelWords: Record<Level, string> = {
  ok: 'OK',
  unknown: 'Unknown',
  warning: 'Warning',
  critical: 'Critical',
};

/** The state of a part of the pipeline. A part that answers is not down, even if it is critical. */
export function stateOfStation({ level, latency }: Pick<Station, 'level' | 'latency'>): string {
  if (level === 'critical' && latency === null) return 'Down';
  return level === 'warning' || level === 'critical' ? 'Degraded' : levelWords[level];
}

export const stationTitles: Record<StationName, string> = {
  site: 'Site',
  api: 'API',
  redis: 'Redis',
  worker: 'Worker',
  mongodb: 'MongoDB',
  mail: 'Email',
};

export const spanTitles: Record<Span, string> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  fortnight: 'Last 14 days',
};

/** The purpose of each queue, and the effect of pausing it. */
export const queueWords: Record<QueueName, { does: string; paused: string }> = {
  submissions: {
    does: 'Stores enquiries',
    paused:
      'New enquiries are accepted and wait in Redis. Until the queue is resumed, no emails are sent and staff do not see them.',
  },
  notifications: {
    does: 'Sends emails',
    paused:
      'Enquiries are stored and shown to staff. No emails are sent until the queue is resumed.',
  },
  maintenance: {
    does: 'Runs recurring jobs',
    paused:
      'Until the queue is resumed, no daily summaries or emails about assigned enquiries are sent, and emails lost from the queue are not put back.',
  },
};

/** Root causes, worst first, each with its effects. */
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

/** Describes an event in the progress of an enquiry. */
export function passageWords({ what, kind = 'staff', detail = '' }: PassageEvent): string {
  const email = notifications[kind].phrase;
  const why = detail === '' ? '' : ` (${detail})`;
  const sentences: Record<PassageEvent['what'], string> = {
    accepted: 'Accepted; the visitor has the reference',
    queued: 'Queued in Redis',
    stored: 'Stored in MongoDB',
    'store-failed': `Storing failed${why}`,
    'store-retried': `Not stored yet, being retried${why}`,
    quarantined: 'Marked as spam: no emails are sent',
    'mail-queued': `The ${email} was queued`,
    'mail-sent': `The ${email} was sent`,
    'mail-failed': `The ${email} failed${why}`,
    'mail-retried': `The ${email} has not been sent yet and is being retried${why}`,
    'mail-withheld': `The ${email} was withheld${why}`,
  };
  return sentences[what];
}

/** A duration in its largest units: '4 s', '3 min', '2 h 5 min', '4 d'. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} d`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
