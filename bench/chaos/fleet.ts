import { closeQueues, openQueues, type Queues } from '../../platform/queues.ts';
import { createRedis } from '../../platform/redis.ts';
import { findFreePort } from '../../dev/ports.ts';
import { startOwnCluster } from '../../testing/own-cluster.ts';
import { startOwnMongodb } from '../../testing/own-mongodb.ts';
import { startOwnProcess, type OwnProcess } from '../../testing/own-process.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { noLimits, startService } from '../../testing/service.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from '../../testing/smtp-double.ts';
import type { Victim } from './faults.ts';

/** A process of the fleet that can be killed and started again on the same address. */
type Member = Pick<OwnProcess, 'kill' | 'start' | 'stop'>;

/** APIs, workers and their stores, on ports and in folders of their own. */
export interface Fleet {
  members: Record<Victim, Member[]>;
  apis: string[];
  queues: Queues;
  mongodbUri: string;
  mail: SmtpDouble;
  stop: () => Promise<void>;
}

/** Starts the fleet; every member is ready when this resolves. */
export async function startFleet(onCluster: boolean): Promise<Fleet> {
  // Killing any of the three nodes stops the cluster.
  const cluster = onCluster ? await startOwnCluster(0) : undefined;
  const redis = cluster ? cluster.nodes : [await startOwnRedis()];
  const redisUrl = cluster?.url ?? redis[0]?.url ?? '';
  const mongodb = await startOwnMongodb();
  const mail = await startSmtpDouble(false);
  const settings = {
    ...settingsFor(mail),
    ...noLimits,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    REDIS_URL: redisUrl,
    MONGODB_URI: mongodb.url,
  };
  const copies = onCluster ? [1, 2, 3] : [1, 2];
  const apis = await Promise.all(copies.map(() => startMember('api', settings)));
  const workers = await Promise.all(copies.map(() => startMember('worker', settings)));
  const smtp = { kill: mail.stop, start: mail.start, stop: mail.stop };
  const watcher = createRedis(redisUrl, 'background');
  const queues = openQueues(watcher, '{enquiries}');
  return {
    members: { api: apis, worker: workers, redis, mongodb: [mongodb], smtp: [smtp] },
    apis: apis.map(({ url }) => url),
    queues,
    mongodbUri: mongodb.url,
    mail,
    async stop() {
      await closeQueues(queues, watcher);
      await Promise.all([...apis, ...workers].map((member) => member.stop()));
      await Promise.all([...redis, mongodb, smtp].map((member) => member.stop()));
      await cluster?.stop();
    },
  };
}

async function startMember(
  name: 'api' | 'worker',
  settings: Record<string, string>,
): Promise<Member & { url: string }> {
  const port = await findFreePort();
  let waitUntilReady = true;
  const member = await startOwnProcess(async () => {
    const { child } = await startService(name, settings, { port, waitUntilReady });
    // Its stores may be down next time; it has to come up by itself when they are back.
    waitUntilReady = false;
    return child;
  });
  return { ...member, url: `http://127.0.0.1:${port}` };
}
