import * as z from 'zod/mini';

import { notificationKinds } from '../../../contract/notifications.ts';
import { count, id, moment, name, reason } from '../../office-views.ts';
import { empty, get, post } from '../../action.ts';

/** What the status page asks of the server. Nothing in it is personal: `ops` may see all of it. */

export const queueNames = ['submissions', 'notifications', 'maintenance'] as const;
export type QueueName = (typeof queueNames)[number];
const queue = z.enum(queueNames);

export const spans = ['hour', 'day', 'fortnight'] as const;
export type Span = (typeof spans)[number];

/** A store that could not be asked, so that its part is not known. */
const away = z.array(z.enum(['redis', 'mongodb']));

/** Jobs that were given up for the same reason. */
const failedGroupSchema = z.object({
  queue,
  /** As the worker wrote it: a short code or sentence, never what somebody typed. */
  cause: z.string(),
  count,
  /** When the first and the last of them were given up. */
  first: moment,
  last: moment,
  /** References of some of them, the latest first. */
  references: z.array(z.string()),
  /** Who has set them aside, if somebody has. */
  setAside: z.nullable(z.object({ by: z.string(), at: moment, reason: z.string() })),
});

export type FailedGroup = z.infer<typeof failedGroupSchema>;

const queueSchema = z.object({
  name: queue,
  waiting: count,
  active: count,
  /** Tried before and waiting for their next attempt, or due at a later time. */
  delayed: count,
  failed: count,
  /** Seconds for which the oldest job that is not done has waited. */
  oldest: count,
  /** Null while it is not paused; without `by` while nobody knows who has paused it. */
  paused: z.nullable(
    z.object({
      by: z.optional(z.string()),
      at: z.optional(moment),
      reason: z.optional(z.string()),
    }),
  ),
});

/** Counts of one stretch of time; null where they cannot be known now. */
const pointSchema = z.object({
  /** When it begins. */
  at: moment,
  accepted: z.nullable(count),
  stored: z.nullable(count),
  mailed: z.nullable(count),
  failed: z.nullable(count),
  held: z.nullable(count),
  /** Milliseconds for which an enquiry had waited for MongoDB at the most. */
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
  /** Milliseconds that it took to answer, where that was measured. */
  latency: z.optional(count),
  remedy: z.optional(z.string()),
  /** The section of docs/operations.md that helps, as links name it. */
  runbook: z.optional(z.string()),
  /** The id of the finding that it follows from. */
  because: z.optional(z.string()),
});

export type FindingView = z.infer<typeof findingSchema>;

export const stationNames = ['site', 'api', 'redis', 'worker', 'mongodb', 'mail'] as const;
export type StationName = (typeof stationNames)[number];

/** A part of the way of an enquiry. */
const stationSchema = z.object({
  name: z.enum(stationNames),
  level,
  says: z.string(),
  /** Milliseconds that it took to answer; null where that was not looked at. */
  latency: z.nullable(count),
  /** The processes of it that say that they live. */
  processes: z.array(
    z.object({
      /** Such as the host and the number of the process. */
      name: z.string(),
      version: z.string(),
      /** Seconds since it last said so. */
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
    'held',
    'mail-queued',
    'mail-sent',
    'mail-failed',
    'mail-retried',
    'mail-withheld',
  ]),
  kind: z.optional(z.enum(notificationKinds)),
  /** A short code, or how often it was tried. */
  detail: z.optional(z.string()),
});

export type PassageEvent = z.infer<typeof passageEventSchema>;

const group = z.object({
  queue,
  cause: z.string().check(z.maxLength(2_000)),
  /** Whether those are meant that were set aside. */
  setAside: z.boolean(),
  reason,
});

const changedJobs = z.object({ changed: count });

/** Only read: answered while MongoDB cannot say who asks, too. */
const withoutMongodb = true;

export const statusActions = {
  /** What is wrong, and what was proven last. Looked at once for all who ask. */
  'status.health': get(
    'status.read',
    z.object({
      lookedAt: moment,
      level,
      /** When the whole way was last proven, in a sentence, or why it is not. */
      proven: z.string(),
      /** How far the newest proof has come, if it has not come through. */
      newest: z.string(),
      findings: z.array(findingSchema),
      chain: z.array(stationSchema),
    }),
    { withoutMongodb },
  ),
  'queue.list': get(
    'status.read',
    z.object({ queues: z.array(queueSchema), groups: z.array(failedGroupSchema), away }),
    { withoutMongodb },
  ),
  /** Oldest first. Days are those of South Africa. */
  'status.figures': get(
    'status.read',
    z.object({ spans: z.record(z.enum(spans), z.array(pointSchema)), away }),
    { withoutMongodb },
  ),
  /** How far an enquiry has come, and nothing of what it says. */
  'status.trace': post(
    'status.read',
    z.object({ name }),
    z.object({
      id,
      reference: z.string(),
      /** Sent by the system to itself. */
      canary: z.boolean(),
      /** Whether it is in each store: null while that store cannot be asked. */
      inRedis: z.nullable(z.boolean()),
      inMongodb: z.nullable(z.boolean()),
      /** Oldest first. */
      events: z.array(passageEventSchema),
    }),
    { withoutMongodb },
  ),
  /** Has every job of a group tried again, as if for the first time. */
  'queue.retry-failed': post('queue.change', group, changedJobs, {
    audit: ['queues', 'retried jobs'],
  }),
  /** Leaves the jobs of a group failed, and out of what somebody has to look at. */
  'queue.set-aside': post('queue.change', group, changedJobs, {
    audit: ['queues', 'set failed jobs aside'],
  }),
  'queue.pause': post('queue.change', z.object({ queue, reason }), empty, {
    audit: ['queues', 'paused a queue'],
  }),
  'queue.resume': post('queue.change', z.object({ queue, reason }), empty, {
    audit: ['queues', 'resumed a queue'],
  }),
};
