import * as z from 'zod/mini';

import { notificationKinds } from '../../../contract/notifications.ts';
import { count, id, moment, name, reason } from '../../office-views.ts';
import { empty, get, post } from '../../action.ts';

/** The queues whose failed jobs can be retried. Jobs of other queues recur anyway. */
export const retriedQueues = ['submissions', 'notifications'] as const;
export const queueNames = [...retriedQueues, 'maintenance'] as const;
export type QueueName = (typeof queueNames)[number];
const queue = z.enum(queueNames);

export const spans = ['hour', 'day', 'fortnight'] as const;
export type Span = (typeof spans)[number];

/** Stores that did not answer, whose data is therefore unknown. */
const unavailable = z.array(z.enum(['redis', 'mongodb']));

const queueSchema = z.object({
  name: queue,
  waiting: count,
  active: count,
  /** Jobs that wait for a retry or for a later time. */
  delayed: count,
  failed: count,
  /** Seconds that the oldest unfinished job has waited. */
  oldest: count,
  /** Null if not paused; without `by` if it is unknown who paused it. */
  paused: z.nullable(
    z.object({
      by: z.optional(z.string()),
      at: z.optional(moment),
      reason: z.optional(z.string()),
    }),
  ),
});

/** Counts of one interval; null if unknown. */
const pointSchema = z.object({
  /** Start of the interval. */
  at: moment,
  accepted: z.nullable(count),
  stored: z.nullable(count),
  mailed: z.nullable(count),
  failed: z.nullable(count),
  quarantined: z.nullable(count),
  /** The longest time, in milliseconds, that an enquiry waited to be stored. */
  waited: z.nullable(count),
});

export type Point = z.infer<typeof pointSchema>;

const levels = ['ok', 'unknown', 'warning', 'critical'] as const;
const level = z.enum(levels);
export type Level = (typeof levels)[number];

const findingSchema = z.object({
  id: z.string(),
  level,
  subject: z.string(),
  says: z.string(),
  /** Response time in milliseconds, if measured. */
  latency: z.optional(count),
  /** What to do, with the URL of the runbook if there is one. */
  remedy: z.optional(z.string()),
  /** The anchor of the runbook in docs/operations.md. */
  runbook: z.optional(z.string()),
  /** The URL of the runbook, if there is one; the remedy contains it. */
  link: z.optional(z.string()),
  /** The id of the finding that is the root cause of this one. */
  because: z.optional(z.string()),
});

export type FindingView = z.infer<typeof findingSchema>;

export const stationNames = ['site', 'api', 'redis', 'worker', 'mongodb', 'mail'] as const;
export type StationName = (typeof stationNames)[number];

/** A part of the enquiry pipeline. */
const stationSchema = z.object({
  name: z.enum(stationNames),
  level,
  says: z.string(),
  /** Response time in milliseconds; null if not measured. */
  latency: z.nullable(count),
  /** The processes of this part that send heartbeats. */
  processes: z.array(
    z.object({
      /** The name of the host on which the process runs. */
      name: z.string(),
      version: z.string(),
      /** Seconds since the last heartbeat. */
      age: count,
    }),
  ),
});

export type Station = z.infer<typeof stationSchema>;

const passageEventSchema = z.object({
  at: moment,
  what: z.enum([
    'accepted',
    'queued',
    'stored',
    'store-failed',
    'store-retried',
    'quarantined',
    'mail-queued',
    'mail-sent',
    'mail-failed',
    'mail-retried',
    'mail-withheld',
  ]),
  isSevere: z.boolean(),
  kind: z.optional(z.enum(notificationKinds)),
  /** The number of attempts, a short reason such as `smtp 550`, or both. */
  detail: z.optional(z.string()),
});

export type PassageEvent = z.infer<typeof passageEventSchema>;

/** Set for actions that only read: they are allowed while MongoDB cannot confirm the session. */
const withoutMongodb = true;

/** The actions of the status page. None has personal data, so the `ops` role may see everything. */
export const statusActions = {
  /** The findings of all checks. All viewers share the result. */
  'status.health': get(
    'status.read',
    z.object({
      lookedAt: moment,
      level,
      findings: z.array(findingSchema),
      chain: z.array(stationSchema),
    }),
    { withoutMongodb },
  ),
  'queue.list': get('status.read', z.object({ queues: z.array(queueSchema), unavailable }), {
    withoutMongodb,
  }),
  /**
   * The figures for each span, oldest interval first. Intervals are aligned with days in South
   * Africa.
   */
  'status.figures': get(
    'status.read',
    z.object({ spans: z.record(z.enum(spans), z.array(pointSchema)), unavailable }),
    { withoutMongodb },
  ),
  /** The progress of an enquiry, without its content. */
  'status.trace': post(
    'status.read',
    z.object({ name }),
    z.object({
      id,
      reference: z.string(),
      /** Whether Redis and MongoDB contain the enquiry; null for a store that is down. */
      inRedis: z.nullable(z.boolean()),
      inMongodb: z.nullable(z.boolean()),
      /** The events, oldest first. */
      events: z.array(passageEventSchema),
    }),
    { withoutMongodb },
  ),
  /** Retries every failed job of a queue. Each job gets its full number of attempts again. */
  'queue.retry-failed': post(
    'queue.change',
    z.object({ queue: z.enum(retriedQueues), reason }),
    z.object({ changed: count }),
    { audit: ['queues', 'retried jobs'] },
  ),
  'queue.pause': post('queue.pause', z.object({ queue, reason }), empty, {
    audit: ['queues', 'paused a queue'],
  }),
  'queue.resume': post('queue.pause', z.object({ queue, reason }), empty, {
    audit: ['queues', 'resumed a queue'],
  }),
};
