export const levels = ['ok', 'unknown', 'warning', 'critical'] as const;
export type Level = (typeof levels)[number];

export const levelWords: Record<Level, string> = {
  ok: 'OK',
  unknown: 'Unknown',
  warning: 'Warning',
  critical: 'Critical',
};

export const queueNames = ['submissions', 'notifications', 'maintenance'] as const;
export type QueueName = (typeof queueNames)[number];

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
