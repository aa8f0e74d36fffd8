import type { Metrics, Queue } from 'bullmq';

import { notificationKinds } from '../../../contract/notifications.ts';
import type { Queues } from '../../../platform/queues.ts';
import type { RedisClient } from '../../../platform/redis.ts';
import { readPassages, type Passage } from '../../../storage/passages.ts';
import { spans, type Point, type Span } from './actions.ts';
import { unlessDown } from '../../server/staff-database.ts';
import type { TaskContext } from '../../server/task.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The UTC offset of South Africa in milliseconds. */
const utcOffset = 2 * hour;
/** Milliseconds within which every accepted enquiry is assumed to be stored. */
const maxWait = 7 * day;
/** The maximum number of unfinished jobs that are read in each state, latest first. */
const maxWaiting = 10_000;

const lengths: Record<Span, { count: number; length: number }> = {
  hour: { count: 60, length: minute },
  day: { count: 48, length: 30 * minute },
  fortnight: { count: 56, length: 6 * hour },
};

export type FigurePoint = Omit<Point, 'at'> & { at: Date };

/** What the stores report; undefined for a store that does not answer. */
export interface Sources {
  passages?: readonly Passage[] | undefined;
  queues?:
    | {
        /** Completed and failed jobs per minute, as counted by the workers. */
        stored: MinuteCount[];
        mailed: MinuteCount[];
        failed: MinuteCount[];
        /** When each enquiry that is not stored yet was accepted, in milliseconds since 1970. */
        waitingSince: Map<string, number>;
      }
    | undefined;
}

export interface MinuteCount {
  /** When the minute began, in milliseconds since 1970. */
  at: number;
  count: number;
}

/** The figures of the last hour, day and fortnight, from the stores that answer. */
export async function readPipelineFigures(
  context: Pick<TaskContext, 'database' | 'queues' | 'redis'>,
  now = Date.now(),
) {
  const [passages, queues] = await Promise.all([
    unlessDown(async () =>
      readPassages(await context.database(), new Date(now - 14 * day - maxWait)),
    ),
    unlessDown(async () => readQueues(await context.queues(), await context.redis())),
  ]);
  return {
    spans: Object.fromEntries(
      spans.map((span) => [span, pointsOf({ passages, queues }, span, now)]),
    ) as Record<Span, FigurePoint[]>,
    unavailable: [...(queues ? [] : ['redis' as const]), ...(passages ? [] : ['mongodb' as const])],
  };
}

async function readQueues({ submissions, notifications }: Queues, redis: RedisClient) {
  const failed = [submissions, notifications].map((queue: Queue) => queue.getMetrics('failed'));
  return {
    stored: minuteCounts(await submissions.getMetrics('completed')),
    mailed: minuteCounts(await notifications.getMetrics('completed')),
    failed: (await Promise.all(failed)).flatMap(minuteCounts),
    waitingSince: await readWaiting(submissions, redis),
  };
}

async function readWaiting(queue: Queue, redis: RedisClient): Promise<Map<string, number>> {
  const states = ['waiting', 'active', 'delayed', 'failed'] as const;
  const ids = await queue.getRanges([...states], 0, maxWaiting - 1, false);
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.hget(queue.toKey(id), 'timestamp');
  const found = (await pipeline.exec()) ?? [];
  return new Map(
    ids.flatMap((id, index) => {
      const timestamp = Number(found[index]?.[1]);
      return timestamp > 0 ? [[id, timestamp] as const] : [];
    }),
  );
}

/**
 * Converts BullMQ's metrics to counts per minute, latest first, without minutes that have no jobs.
 * The count for the minute of `prevTS` is `count - prevCount`. `data` has the counts for the
 * minutes before that one.
 */
export function minuteCounts({ meta, data }: Pick<Metrics, 'meta' | 'data'>): MinuteCount[] {
  if (meta.prevTS === 0) return [];
  const current = Math.floor(meta.prevTS / minute) * minute;
  return [meta.count - meta.prevCount, ...data]
    .map((count, index) => ({ at: current - index * minute, count }))
    .filter(({ count }) => count > 0);
}

/** The points of a span, oldest first. The last interval is still running. */
export function pointsOf({ passages, queues }: Sources, span: Span, now: number): FigurePoint[] {
  const { count, length } = lengths[span];
  const end = (Math.floor((now + utcOffset) / length) + 1) * length - utcOffset;
  const starts = Array.from({ length: count }, (_, index) => end - (count - index) * length);
  const [first = end] = starts;

  const tally = (times: readonly MinuteCount[]) => {
    const counts = starts.map(() => 0);
    for (const { at, count: number } of times) {
      const place = Math.floor((at - first) / length);
      if (place in counts) counts[place] = (counts[place] ?? 0) + number;
    }
    return counts;
  };
  const once = (time: Date | number): MinuteCount => ({ at: Number(time), count: 1 });

  const known = new Set(passages?.map(({ _id }) => _id));
  const waiting = [...(queues?.waitingSince ?? [])].filter(([id]) => !known.has(id));
  const waitingTimes = waiting.map(([, since]) => since);
  const counted: Record<Exclude<keyof Point, 'at' | 'waited'>, MinuteCount[] | undefined> = {
    accepted:
      passages && [...passages.map(({ createdAt }) => createdAt), ...waitingTimes].map(once),
    stored: passages?.map(({ storedAt }) => once(storedAt)) ?? queues?.stored,
    mailed: passages?.flatMap(mailedAt).map(once) ?? queues?.mailed,
    failed: queues?.failed,
    quarantined: passages?.flatMap(quarantinedAt).map(once),
  };
  const waits = [
    ...(passages ?? []).map(({ createdAt, storedAt }) => [Number(createdAt), Number(storedAt)]),
    ...waitingTimes.map((since) => [since, now]),
  ] as [number, number][];
  const columns = [
    ...Object.entries(counted).map(([name, times]) => [name, times && tally(times)] as const),
    ['waited', passages && longestWaits(waits, starts, length)] as const,
  ];
  return starts.map((at, index) => {
    const values = columns.map(([name, column]) => [name, column?.[index] ?? null]);
    return { at: new Date(at), ...(Object.fromEntries(values) as Omit<Point, 'at'>) };
  });
}

function mailedAt({ notifications }: Passage): Date[] {
  return notificationKinds.flatMap((kind) => notifications[kind]?.sentAt ?? []);
}

function quarantinedAt({ status, createdAt }: Passage): Date[] {
  return status === 'quarantined' ? [createdAt] : [];
}

function longestWaits(
  waits: readonly [from: number, to: number][],
  starts: readonly number[],
  length: number,
): number[] {
  const longest = starts.map(() => 0);
  const [first = 0] = starts;
  for (const [from, to] of waits) {
    const begin = Math.max(0, Math.floor((from - first) / length));
    const end = Math.min(starts.length - 1, Math.floor((to - first) / length));
    for (let place = begin; place <= end; place += 1) {
      const until = Math.min(to, (starts[place] ?? 0) + length);
      longest[place] = Math.max(longest[place] ?? 0, until - from);
    }
  }
  return longest;
}
