import type { Role, TokenScope } from '#contract/roles.ts';
import { createLogger } from '#server/logger.ts';
import { failureCode } from '#server/reasons.ts';
import { closeQueues, openQueues, type Queues } from '#server/queues.ts';
import { connectRedis, type Redis } from '#server/redis.ts';
import { parseAddress } from '#server/settings.ts';
import { withTimeout } from '#server/process.ts';
import type { AuditSource } from '#storage/audit-trail.ts';
import { connect, type Database } from '#storage/connection.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import type { LetterSettings } from './mail.ts';

export interface TaskConfig {
  redisUrl: string;
  mongodbUri: string;
  queuePrefix: string;
  /** The folder for emails if they are not sent by SMTP. */
  outboxDir: string;
  retentionMonths: number;
  letters: LetterSettings;
}

export interface Actor extends AuditSource {
  /** The name in the audit trail (packages/storage/audit-trail.ts). */
  actor: string;
  /** Undefined if the person has not been identified. */
  role: Role | undefined;
  scope?: TokenScope | undefined;
}

/** The stores of a task, and its actor. Stores are connected on first use. */
export interface TaskContext extends Omit<TaskConfig, 'redisUrl' | 'mongodbUri'>, Actor {
  database: () => Promise<Database>;
  redis: () => Promise<Redis>;
  queues: () => Promise<Queues>;
}

export type DatabaseContext = Pick<TaskContext, 'database' | keyof Actor>;

/** The username of an actor, whether in a browser or on the command line. */
export function usernameOf(actor: string): string {
  return actor.slice(actor.lastIndexOf('/') + 1);
}

type TaskFailure = 'denied' | 'unconfirmed' | 'not-found' | 'conflict' | 'invalid' | 'unavailable';

/** A task that was refused or failed. Its message is a sentence for the user. */
export class TaskError extends Error {
  override name = 'TaskError';
  readonly failure: TaskFailure;

  constructor(failure: TaskFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

const timeout = 5_000;

/** For a process that runs one task. Stores that stay silent for 5 s cause a TaskError. */
export function createTaskContext({
  redisUrl,
  mongodbUri,
  ...config
}: TaskConfig): Omit<TaskContext, keyof Actor> & { close: () => Promise<void> } {
  const logger = createLogger({ service: 'office', level: 'silent', format: 'json' });
  let database: Database | undefined;
  let redis: Redis | undefined;
  let queues: Queues | undefined;

  async function openRedis(): Promise<Redis> {
    if (!redis) {
      redis = connectRedis(redisUrl);
      // Retries an interrupted command twice before reporting the failure.
      redis.options.maxRetriesPerRequest = 2;
    }
    await reach('Redis', new URL(redisUrl).host, redis.ping());
    return redis;
  }

  return {
    ...config,
    async database() {
      database ??= connect(mongodbUri, { logger });
      const host = parseAddress(mongodbUri)?.host ?? '';
      // If there has been no connection yet, a ping gives the reason.
      await reach('MongoDB', host, database.connected, database.ping);
      return database;
    },
    redis: openRedis,
    async queues() {
      return (queues ??= openQueues(await openRedis(), config.queuePrefix));
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
  } catch (cause) {
    const failure: unknown = await ask?.().then(
      () => cause,
      (error: unknown) => error,
    );
    const says = `${name} is not answering at ${host} (${failureCode(failure ?? cause)}).`;
    throw Object.assign(new TaskError('unavailable', describeRefusal(failure) ?? says), { cause });
  }
}
