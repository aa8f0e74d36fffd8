import type { FindingView, Level, QueueName } from './actions.ts';

export const levelWords: Record<Level, string> = {
  ok: 'OK',
  unknown: 'Unknown',
  warning: 'Warning',
  critical: 'Critical',
};

/** The parts that an enquiry passes, by the id of their check. */
export const stations = ['site', 'api', 'redis', 'worker', 'mongodb', 'mail'] as const;

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
  const isCause = ({ level, because }: FindingView) =>
    because === undefined && (level === 'critical' || level === 'warning');
  return findings
    .filter(isCause)
    .toSorted((one, other) => Number(other.level === 'critical') - Number(one.level === 'critical'))
    .map((cause) => ({ cause, effects: findings.filter(({ because }) => because === cause.id) }));
}

/** A duration in its largest units: '4 s', '3 min', '2 h 5 min', '4 d'. */
export function shortDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return `${Math.round(milliseconds / 1_000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} d`;
}
