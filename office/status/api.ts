import * as z from 'zod/mini';

import type { Action } from '../action.ts';
import { count } from '../office-views.ts';
import { levels, queueNames } from './words.ts';

const queue = z.enum(queueNames);
const level = z.enum(levels);
const input = z.strictObject({ queue });
const output = z.object({});

const finding = z.object({
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

const queueView = z.object({
  name: queue,
  waiting: count,
  active: count,
  /** Jobs that wait for a retry or for a later time. */
  delayed: count,
  failed: count,
  isPaused: z.boolean(),
});

/** The actions of the page Status. None has personal data, so that the role `ops` may see all. */
export const statusApi = {
  /** What all checks found, and the queues, which are null while Redis is down. */
  'status.read': {
    right: 'status.read',
    input: z.strictObject({}),
    output: z.object({
      level,
      findings: z.array(finding),
      queues: z.nullable(z.array(queueView)),
    }),
    withoutMongodb: true,
  },
  /** Retries every failed job of a queue, with its full number of attempts. */
  'queue.retry-failed': { right: 'queue.change', input, output, audit: 'retried failed jobs' },
  /** Removes the failed jobs of a queue, except those whose enquiry is not stored. */
  'queue.remove-failed': {
    right: 'queue.remove',
    input,
    output,
    audit: 'removed failed jobs',
    isRecent: true,
  },
  /** While a queue is paused, active jobs finish and new ones wait. */
  'queue.pause': { right: 'queue.pause', input, output, audit: 'paused a queue' },
  'queue.resume': { right: 'queue.pause', input, output, audit: 'resumed a queue' },
} as const satisfies Record<string, Action>;
