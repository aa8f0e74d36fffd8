import { QueueEvents } from 'bullmq';

import { sendNotificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { withRedisTimeout } from '../../platform/http/redis.ts';
import { createRedis, type RedisClient } from '../../platform/redis.ts';
import { withTimeout } from '../../platform/timeout.ts';
import type { OfficeConfig } from '../config.ts';
import { eventSchemas, type OfficeEvent } from '../office-api.ts';

type Listener = (event: OfficeEvent) => void;
/** A message between processes of the enquiries desk. Pages get no messages about sessions. */
type Announcement = OfficeEvent | { kind: 'sessions' };

/** Milliseconds between two batches, and the maximum number of ids in a batch. */
const batchFor = 250;
const maxIds = 100;
/**
 * Milliseconds for which changes are repeated to pages that start to listen later. They may have
 * missed these changes, because a page loads its data before it listens.
 */
const repeatFor = 30_000;
/** Milliseconds after which a reader who has not reported is removed. */
const readerTimeout = 45_000;
const closeWithin = 1_000;

export type Announcements = ReturnType<typeof createAnnouncements>;

/**
 * Announces changes to submissions: those made by the worker, which queue events report, and those
 * made by the processes of the enquiries desk. Subscribes to Redis when the first listener is
 * added.
 */
export function createAnnouncements(
  { REDIS_URL, QUEUE_PREFIX: prefix }: Pick<OfficeConfig, 'REDIS_URL' | 'QUEUE_PREFIX'>,
  redis: RedisClient,
) {
  const channel = `${prefix}:office:announcements`;
  const listeners = new Set<Listener>();
  const sessionListeners = new Set<() => void>();
  const changeListeners = new Set<(stored: string[]) => void>();
  const changed = new Set<string>();
  const stored = new Set<string>();
  let recent: { at: number; ids: string[] }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isLive = false;
  let stopListening: (() => Promise<void>) | undefined;

  function emit(event: OfficeEvent): void {
    for (const listener of listeners) listener(event);
  }

  function emitChanged(ids: readonly string[]): void {
    for (const id of ids) changed.add(id);
    timer ??= setTimeout(() => {
      const all = changed.size > maxIds ? [] : [...changed];
      changed.clear();
      timer = undefined;
      recent = [...stillRecent(), { at: Date.now(), ids: all }];
      emit({ kind: 'changed', ids: all });
      for (const listener of changeListeners) listener([...stored]);
      stored.clear();
    }, batchFor);
  }

  function stillRecent(): typeof recent {
    return recent.filter(({ at }) => at > Date.now() - repeatFor);
  }

  function emitSessions(): void {
    for (const listener of sessionListeners) listener();
  }

  function receive(message: string): void {
    const { kind, ...data } = JSON.parse(message) as { kind: string };
    if (kind === 'changed') emitChanged(eventSchemas.changed.parse(data).ids);
    else if (kind === 'reading') emit({ kind, ...eventSchemas.reading.parse(data) });
    else if (kind === 'sessions') emitSessions();
  }

  function setLive(live: boolean): void {
    if (live === isLive) return;
    isLive = live;
    emit({ kind: 'live', live });
  }

  function startListening(): () => Promise<void> {
    const connection = createRedis(REDIS_URL, 'background');
    connection.on('message', (_channel: string, message: string) => receive(message));
    connection.on('close', () => setLive(false));
    connection.on('ready', () => {
      connection.subscribe(channel).then(
        () => setLive(true),
        () => undefined,
      );
    });
    const queues = [storeSubmissionJob.queue, sendNotificationJob.queue].map((queue) => {
      const own = createRedis(REDIS_URL, 'background');
      const events = new QueueEvents(queue, {
        connection: own,
        prefix,
        skipVersionCheck: true,
        skipWaitingForReady: true,
      });
      // The id of each job begins with the id of its submission.
      const note = ({ jobId }: { jobId: string }) => emitChanged([jobId.slice(0, uuidLength)]);
      events.on('completed', note).on('failed', note);
      if (queue === storeSubmissionJob.queue) {
        events.on('completed', ({ jobId }) => stored.add(jobId));
      }
      // The main connection has the same outages, and logs them.
      events.on('error', () => undefined);
      return { own, events };
    });
    return async () => {
      connection.disconnect();
      for (const { own, events } of queues) {
        own.disconnect();
        // Closing waits for the connection, which may be down.
        await withTimeout(closeWithin, events.close()).catch(() => undefined);
      }
    };
  }

  /** Notifies every process of the enquiries desk, or only this one while Redis is down. */
  function announce(event: Announcement): void {
    redis.publish(channel, JSON.stringify(event)).catch(() => {
      if (event.kind === 'changed') emitChanged(event.ids);
      if (event.kind === 'sessions') emitSessions();
    });
  }

  return {
    isLive: () => isLive,
    /**
     * The ids of the submissions changed recently: undefined if none changed, and an empty list if
     * too many changed to list them.
     */
    recentlyChanged(): string[] | undefined {
      const batches = stillRecent().map(({ ids }) => ids);
      if (batches.length === 0) return undefined;
      return batches.some((ids) => ids.length === 0) ? [] : [...new Set(batches.flat())];
    },
    listen(listener: Listener): () => void {
      listeners.add(listener);
      stopListening ??= startListening();
      return () => void listeners.delete(listener);
    },
    /**
     * Adds a listener for changes to submissions. With each batch of changes, it receives the ids
     * of the submissions that were stored since the last batch.
     */
    onChanges: (listener: (stored: string[]) => void) => void changeListeners.add(listener),
    /** Adds a listener for changes to sessions or accounts. */
    onSessions: (listener: () => void) => void sessionListeners.add(listener),
    sessionsChanged: () => announce({ kind: 'sessions' }),
    changed: (ids: readonly string[]) => announce({ kind: 'changed', ids: [...ids] }),
    /**
     * Records that a user is viewing a submission, or has left it. Resolves to the usernames of
     * everyone who is viewing the submission; undefined while Redis is down.
     */
    async noteReader(
      id: string,
      username: string,
      leaving: boolean,
    ): Promise<string[] | undefined> {
      const key = `${prefix}:office:readers:${id}`;
      const now = Date.now();
      const commands = redis.multi().zremrangebyscore(key, '-inf', String(now));
      if (leaving) commands.zrem(key, username);
      else commands.zadd(key, now + readerTimeout, username).pexpire(key, readerTimeout);
      try {
        const results = await withRedisTimeout(commands.zrange(key, '0', '-1').exec());
        const readers = results?.at(-1)?.[1] as string[];
        const hasChanged = Number(results?.[1]?.[1]) === 1;
        if (hasChanged) announce({ kind: 'reading', id, readers });
        return readers;
      } catch {
        return undefined;
      }
    },
    async close() {
      clearTimeout(timer);
      listeners.clear();
      await stopListening?.();
    },
  };
}

const uuidLength = 36;
