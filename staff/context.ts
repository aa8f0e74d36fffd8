import { userInfo } from 'node:os';

import { createLogger } from '../platform/logger.ts';
import { parseAddress } from '../platform/env.ts';
import { redisHosts } from '../platform/redis-address.ts';
import { createRedis, type RedisClient } from '../platform/redis.ts';
import { withTimeLimit } from '../platform/time-limit.ts';
import type { AuditEntry } from '../storage/audit-record.ts';
import { connect, type Database } from '../storage/connection.ts';
import type { StaffConfig } from './config.ts';
import { CommandError } from './errors.ts';
import { openQueues, type StaffQueues } from './queues.ts';
import type { Terminal } from './terminal.ts';

const patience = 5_000;

/** What the commands work with. Nothing is connected before a command asks for it. */
export interface StaffContext {
  config: StaffConfig;
  terminal: Terminal;
  database(): Promise<Database>;
  redis(): Promise<RedisClient>;
  queues(): Promise<StaffQueues>;
  /** Records what is done, in the name of the operating system's user. */
  audit(entry: Omit<AuditEntry, 'actor'>): Promise<void>;
  close(): Promise<void>;
}

export function createContext(config: StaffConfig, terminal: Terminal): StaffContext {
  const logger = createLogger({ service: 'staff', level: 'silent', format: 'json' });
  let database: Database | undefined;
  let redis: RedisClient | undefined;
  let queues: StaffQueues | undefined;

  const context: StaffContext = {
    config,
    terminal,
    async database() {
      database ??= connect(config.mongodbUri, { logger });
      await reach('MongoDB', parseAddress(config.mongodbUri)?.host ?? '', database.connected);
      return database;
    },
    async redis() {
      // A command that is cut off is tried twice more, and then the person who waits is told.
      redis ??= createRedis(config.redisUrl, 'patient', { maxRetriesPerRequest: 2 });
      await reach('Redis', redisHosts(config.redisUrl), redis.ping());
      return redis;
    },
    async queues() {
      queues ??= openQueues(await context.redis(), config.queuePrefix);
      return queues;
    },
    async audit(entry) {
      await (await context.database()).audit.record({ actor: `cli:${osUser()}`, ...entry });
    },
    async close() {
      await Promise.all(Object.values(queues ?? {}).map((queue) => queue.close()));
      redis?.disconnect();
      await database?.close();
    },
  };
  return context;
}

async function reach(name: string, host: string, answer: Promise<unknown>): Promise<void> {
  try {
    await withTimeLimit(patience, answer);
  } catch {
    throw new CommandError(`${name} does not answer at ${host}.`);
  }
}

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
