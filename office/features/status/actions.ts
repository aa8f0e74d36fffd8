import * as z from 'zod/mini';

import { count, moment, reason } from '../../office-views.ts';
import { empty, get, post } from '../../action.ts';

/** The queues whose failed jobs can be retried. Jobs of other queues recur anyway. */
export const retriedQueues = ['submissions', 'notifications'] as const;
export const queueNames = [...retriedQueues, 'maintenance'] as const;
export type QueueName = (typeof queueNames)[number];
const queue = z.enum(queueNames);

const queueSchema = z.object({
  name: queue,
  waiting: count,
  active: count,
  /** Jobs that wait for a retry or for a later time. */
  delayed: count,
  failed: count,
  /** Milliseconds that the oldest job has waited for a worker. */
  oldest: count,
  isPaused: z.boolean(),
});

const levels = ['ok', 'unknown', 'warning', 'critical'] as const;
const level = z.enum(levels);
export type Level = (typeof levels)[number];

const findingSchema = z.object({
  id: z.string(),
  level,
  subject: z.string(),
  says: z.string(),
  /** Milliseconds that the check took. */
  latency: count,
  /** What to do, and the address of the section of docs/operations.md that says more. */
  remedy: z.optional(z.string()),
  link: z.optional(z.string()),
  /** The id of the finding that explains this one. */
  because: z.optional(z.string()),
});

export type FindingView = z.infer<typeof findingSchema>;

/** Set for actions that only read: they are allowed while MongoDB cannot confirm the session. */
const withoutMongodb = true;

/** The actions of the status page. None has personal data, so the `ops` role may see everything. */
export const statusActions = {
  /** The findings of all checks. All viewers share the result. */
  'status.health': get('status.read', z.object({ level, findings: z.array(findingSchema) }), {
    withoutMongodb,
  }),
  /** The queues; none while Redis is down. */
  'queue.list': get('status.read', z.object({ at: moment, queues: z.array(queueSchema) }), {
    withoutMongodb,
  }),
  /** Retries every failed job of a queue. Each job gets its full number of attempts again. */
  'queue.retry-failed': post(
    'queue.change',
    z.object({ queue: z.enum(retriedQueues), reason }),
    z.object({ changed: count }),
    { audit: ['queues', 'retried jobs'] },
  ),
  /**
   * Removes the failed jobs of a queue. Enquiries are stored before; jobs that this release cannot
   * read stay.
   */
  'queue.remove-failed': post(
    'queue.remove',
    z.object({ queue: z.enum(retriedQueues), reason }),
    z.object({ changed: count }),
    { audit: ['queues', 'removed failed jobs'], recent: true },
  ),
  'queue.pause': post('queue.pause', z.object({ queue, reason }), empty, {
    audit: ['queues', 'paused a queue'],
  }),
  'queue.resume': post('queue.pause', z.object({ queue, reason }), empty, {
    audit: ['queues', 'resumed a queue'],
  }),
};
