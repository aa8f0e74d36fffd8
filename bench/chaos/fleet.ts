import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { chooseMongodb } from '../../dev/mongodb-server.ts';
import { findFreePort } from '../../dev/ports.ts';
import { planRedisCluster } from '../../testing/redis-cluster.ts';
import { ensureRedisServer } from '../../dev/redis-server.ts';
import { startService } from '../../testing/service.ts';
import { startOwnProcess } from '../../testing/own-process.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from '../../testing/smtp-double.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { wrongBy } from '../../testing/wrong-clock.ts';
import type { Victim } from './faults.ts';
import { startRedisPair, type RedisPair } from './redis-pair.ts';

/** What can be done to the fleet, and undone: killing a process and starting it again, say. */
interface Fault {
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

/** A process of the fleet that can be killed and started again on the same address. */
interface Member extends Fault {
  stop: () => Promise<void>;
}

/** One of our servers. */
interface Server extends Member {
  url: string;
  /** Stops it in order, and starts it again with the given settings besides its own. */
  restart: (change?: Record<string, string>) => Promise<void>;
}

const tenYears = 3_650 * 86_400_000;
/** Milliseconds, longer than the lock on a job lasts. */
const redisAway = 15_000;
const slowAnswer = 25_000;

/** APIs, workers and their stores, on ports and in a folder of their own. */
export interface Fleet {
  members: Record<Victim, Fault[]>;
  apis: string[];
  redisUrl: string;
  mongodbUri: string;
  mail: SmtpDouble;
  stop: () => Promise<void>;
}

/** Starts the fleet; every member is ready when this resolves. */
export async function startFleet(dataDir: string, onCluster: boolean): Promise<Fleet> {
  const { redisUrl, redis, pair } = await startRedis(join(dataDir, 'redis'), onCluster);
  const mongodb = chooseMongodb(undefined, await findFreePort(), dataDir);
  if (!mongodb.start) throw new Error('The chaos run needs a MongoDB that it may kill.');
  const store = await startOwnProcess(mongodb.start);
  const mail = await startSmtpDouble(false);
  const unlimited = '1000000000';
  const settings = {
    ...settingsFor(mail),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    REDIS_URL: redisUrl,
    MONGODB_URI: mongodb.uri,
    RATE_LIMIT_PER_ADDRESS: unlimited,
    RATE_LIMIT_PER_EMAIL: unlimited,
    RATE_LIMIT_PER_MINUTE: unlimited,
    SWEEP_EVERY_SECONDS: '5',
  };
  const copies = onCluster ? [1, 2, 3] : [1, 2];
  const apis = await Promise.all(copies.map(() => startMember('api', settings)));
  const workers = await Promise.all(copies.map(() => startMember('worker', settings)));
  const smtp = { kill: mail.close, start: mail.start, stop: mail.close };
  return {
    members: {
      failover: pair ? [pair.failover] : [],
      'slow-smtp': pair ? [slowMail(mail, pair, workers)] : [],
      'api-clock': apis.map(wrongClock),
      'worker-clock': workers.map(wrongClock),
      api: apis,
      worker: workers,
      redis,
      mongodb: [store],
      smtp: [smtp],
    },
    apis: apis.map(({ url }) => url),
    redisUrl,
    mongodbUri: mongodb.uri,
    mail,
    async stop() {
      await Promise.all([...apis, ...workers].map((member) => member.stop()));
      await Promise.all([...redis, store, smtp].map((member) => member.stop()));
    },
  };
}

/** A server with a clock that is ten years ahead, or behind. */
function wrongClock(server: Server, index: number): Fault {
  return {
    kill: () => server.restart(wrongBy(index % 2 === 0 ? tenYears : -tenYears)),
    start: () => server.restart(),
  };
}

/**
 * A mail server that takes its time for each answer, and a Redis that is away meanwhile for longer
 * than the lock on a job lasts, while there is only one worker: no other may repeat what it sends.
 */
function slowMail(mail: SmtpDouble, redis: RedisPair, [, ...others]: Server[]): Fault {
  let waiting = 0;
  return {
    async kill() {
      await Promise.all(others.map((worker) => worker.stop()));
      mail.answerMessage = async () => {
        waiting += 1;
        await sleep(slowAnswer);
        waiting -= 1;
        return undefined;
      };
    },
    async start() {
      await waitFor('a mail is on its way', () => waiting > 0);
      await redis.name.down();
      await sleep(redisAway);
      await redis.name.up();
      mail.answerMessage = () => undefined;
      await waitFor('each mail is answered', () => waiting === 0, 2 * slowAnswer);
      await Promise.all(others.map((worker) => worker.start()));
    },
  };
}

/** Starts one Redis with a replica, or three that are a cluster, which the loss of any one stops. */
async function startRedis(dataDir: string, onCluster: boolean) {
  if (onCluster) {
    const binary = ensureRedisServer(console.error);
    const plan = await planRedisCluster({ binary, dataDir });
    const redis = await Promise.all(plan.nodes.map(({ launch }) => startOwnProcess(launch)));
    await plan.join();
    return { redisUrl: plan.url, redis };
  }
  const pair = await startRedisPair(dataDir);
  return { redisUrl: pair.url, redis: [pair.server], pair };
}

async function startMember(
  name: 'api' | 'worker',
  settings: Record<string, string>,
): Promise<Server> {
  const port = await findFreePort();
  const launch = (waitUntilReady: boolean, change: Record<string, string> = {}) =>
    startService(name, { ...settings, ...change }, { port, waitUntilReady });
  let service = await launch(true);
  return {
    url: service.url,
    kill: () => service.kill(),
    async start() {
      // Its stores may be down at this moment; it has to come up by itself when they are back.
      service = await launch(false);
    },
    async restart(change) {
      await service.stop();
      service = await launch(true, change);
    },
    stop: () => service.stop(),
  };
}
