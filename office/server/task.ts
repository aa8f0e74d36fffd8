import type { Role } from '../../contract/roles.ts';
import { createLogger } from '../../platform/logger.ts';
import { closeQueues, openQueues, type Queues } from '../../platform/queues.ts';
import { redisHosts } from '../../platform/redis-address.ts';
import { createRedis, type RedisClient } from '../../platform/redis.ts';
import { parseAddress } from '../../platform/settings.ts';
import { withTimeout } from '../../platform/timeout.ts';
import { connect, type Database } from '../../storage/connection.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import type { Handling } from '../../storage/submission-model.ts';

export interface TaskConfig {
  redisUrl: string;
  mongodbUri: string;
  queuePrefix: string;
  /** Where mail may lie that was never sent by SMTP. */
  outboxDir: string;
  retentionMonths: number;
}

/** In whose name something is done. */
export interface Actor {
  /** As the audit trail names them (storage/audit-trail.ts). */
  actor: string;
  /** Undefined for whoever has not signed in. */
  role: Role | undefined;
}

/** What a task works with, and in whose name. A store is connected when it is first asked for. */
export interface TaskContext extends Omit<TaskConfig, 'redisUrl' | 'mongodbUri'>, Actor {
  database: () => Promise<Database>;
  redis: () => Promise<RedisClient>;
  queues: () => Promise<Queues>;
  /** Told in words how far a long task has got. */
  onProgress?: (words: string) => void;
}

/** Enough for a task that reads MongoDB, or changes nothing else. */
export type DatabaseContext = Pick<TaskContext, 'database' | keyof Actor>;

/** The username of whoever does something, whether in a browser or by a command. */
export function usernameOf(actor: string): string {
  return actor.slice(actor.lastIndexOf('/') + 1);
}

export type TaskFailure = 'denied' | 'not-found' | 'conflict' | 'invalid' | 'unavailable';

/** A task that was not done. Its message is a sentence for the person who asked for it. */
export class TaskError extends Error {
  override name = 'TaskError';
  readonly failure: TaskFailure;
  /** What is so of the submission now, where that is why. */
  readonly current: Handling | undefined;

  constructor(failure: TaskFailure, message: string, current?: Handling) {
    super(message);
    this.failure = failure;
    this.current = current;
  }
}

/** What a store says, or undefined while it does not answer: for tasks that can do without. */
export async function unlessAway<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TaskError && error.failure === 'unavailable') return undefined;
    throw error;
  }
}

const timeout = 5_000;

/**
 * A context, but for its actor, for a process that runs one task and ends. A store that does not
 * answer within five seconds is a TaskError that names its host.
 */
export function createTaskContext({
  redisUrl,
  mongodbUri,
  ...config
}: TaskConfig): Omit<TaskContext, keyof Actor> & { close: () => Promise<void> } {
  const logger = createLogger({ service: 'office', level: 'silent', format: 'json' });
  let database: Database | undefined;
  let redis: RedisClient | undefined;
  let queues: Queues | undefined;

  async function connectRedis(): Promise<RedisClient> {
    // A command that is cut off is tried twice more, and then the person who waits is told.
    redis ??= createRedis(redisUrl, 'background', { maxRetriesPerRequest: 2 });
    await reach('Redis', redisHosts(redisUrl), redis.ping());
    return redis;
  }

  return {
    ...config,
    async database() {
      database ??= connect(mongodbUri, { logger });
      const host = parseAddress(mongodbUri)?.host ?? '';
      // Until it has been reached, a ping tells why it has not.
      await reach('MongoDB', host, database.connected, database.ping);
      return database;
    },
    redis: connectRedis,
    async queues() {
      return (queues ??= openQueues(await connectRedis(), config.queuePrefix));
    },
    async close() {
      if (redis && queues) await closeQueues(queues, redis);
      redis?.disconnect();
      await database?.close();
    },
  };
}

async function reach(
  name: string,
  host: string,
  answer: Promise<unknown>,
  ask?: () => Promise<unknown>,
): Promise<void> {
  try {
    await withTimeout(timeout, answer);
  } catch {
    const refusal = await ask?.().then(() => undefined, describeRefusal);
    throw new TaskError('unavailable', refusal ?? `${name} is not answering at ${host}.`);
  }
}
