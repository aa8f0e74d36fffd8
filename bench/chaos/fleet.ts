import { join } from 'node:path';

import { chooseMongodb } from '../../dev/mongodb-server.ts';
import { findFreePort } from '../../dev/ports.ts';
import { startOwnCluster } from '../../testing/own-cluster.ts';
import { ensureRedisServer, startRedisServer } from '../../dev/redis-server.ts';
import { startService } from '../../testing/service.ts';
import { startOwnProcess } from '../../testing/own-process.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from '../../testing/smtp-double.ts';
import type { Victim } from './faults.ts';

/** A process of the fleet that can be killed and started again on the same address. */
interface Member {
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** APIs, workers and their stores, on ports and in a folder of their own. */
export interface Fleet {
  members: Record<Victim, Member[]>;
  apis: string[];
  redisUrl: string;
  mongodbUri: string;
  mail: SmtpDouble;
  stop: () => Promise<void>;
}

/** Starts the fleet; every member is ready when this resolves. */
export async function startFleet(dataDir: string, onCluster: boolean): Promise<Fleet> {
  const { redisUrl, redis } = await startRedis(join(dataDir, 'redis'), onCluster);
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
  };
  const copies = onCluster ? [1, 2, 3] : [1, 2];
  const apis = await Promise.all(copies.map(() => startMember('api', settings)));
  const workers = await Promise.all(copies.map(() => startMember('worker', settings)));
  const smtp = { kill: mail.stop, start: mail.start, stop: mail.stop };
  return {
    members: { api: apis, worker: workers, redis, mongodb: [store], smtp: [smtp] },
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

/** Starts one Redis, or three that are a cluster. Killing any of the three stops the cluster. */
async function startRedis(dataDir: string, onCluster: boolean) {
  if (onCluster) {
    const { url, nodes } = await startOwnCluster(0);
    return { redisUrl: url, redis: nodes };
  }
  const binary = ensureRedisServer(console.error);
  const port = await findFreePort();
  const redis = [await startOwnProcess(() => startRedisServer({ binary, port, dataDir }))];
  return { redisUrl: `redis://127.0.0.1:${port}`, redis };
}

async function startMember(
  name: 'api' | 'worker',
  settings: Record<string, string>,
): Promise<Member & { url: string }> {
  const port = await findFreePort();
  const launch = (waitUntilReady: boolean) =>
    startService(name, settings, { port, waitUntilReady });
  let service = await launch(true);
  return {
    url: service.url,
    kill: () => service.kill(),
    async start() {
      // Its stores may be down at this moment; it has to come up by itself when they are back.
      service = await launch(false);
    },
    stop: () => service.stop(),
  };
}
