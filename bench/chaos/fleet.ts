import { chooseMongodb } from '../../dev/mongodb-server.ts';
import { findFreePort } from '../../dev/ports.ts';
import { startService, type Service } from '../../dev/service.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import { startMember, type Member } from './member.ts';
import { startRedisMembers } from './redis-members.ts';
import type { Victim } from './schedule.ts';

/** APIs, workers and their stores, on ports and in a folder of their own. */
export interface Fleet {
  members: Record<Victim, Member[]>;
  apis: string[];
  redisUrl: string;
  mongodbUri: string;
  mail: MailSink;
  stop(): Promise<void>;
}

/** Starts the fleet; every member is ready when this resolves. */
export async function startFleet(dataDir: string, onCluster: boolean): Promise<Fleet> {
  const { redisUrl, members: redis } = await startRedisMembers(dataDir, onCluster);
  const mongodb = chooseMongodb(undefined, await findFreePort(), dataDir);
  const store = await startMember(() => {
    if (!mongodb.start) throw new Error('The chaos run needs a MongoDB that it may kill.');
    return mongodb.start();
  });
  const mail = await startMailSink();
  const settings = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    REDIS_URL: redisUrl,
    MONGODB_URI: mongodb.uri,
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: 'staff@example.co.za',
    RATE_LIMIT_PER_ADDRESS: '1000000000',
    RATE_LIMIT_PER_EMAIL: '1000000000',
    RATE_LIMIT_PER_MINUTE: '1000000000',
  };
  const copies = onCluster ? [1, 2, 3] : [1, 2];
  const apis = await Promise.all(copies.map(() => startServiceMember('api', settings)));
  const workers = await Promise.all(copies.map(() => startServiceMember('worker', settings)));
  const smtp: Member = {
    kill: () => mail.stop(),
    start: () => mail.start(),
    stop: () => mail.stop(),
  };
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

async function startServiceMember(
  name: 'api' | 'worker',
  settings: Record<string, string>,
): Promise<Member & { url: string }> {
  const port = await findFreePort();
  let service: Service = await launch(true);
  function launch(waitUntilReady: boolean): Promise<Service> {
    return startService(name, settings, { port, bundle: true, waitUntilReady });
  }
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
