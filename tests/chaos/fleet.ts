import { Queue } from 'bullmq';

import { connect } from '#storage/connection.ts';
import { silent } from '#support/loggers.ts';
import { startOwnMongodb } from '#support/own-mongodb.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { noLimits, startService, type Service } from '#support/service.ts';
import { settingsFor, startSmtpDouble } from '#support/smtp-double.ts';

export const victims = ['api', 'worker', 'redis', 'mongodb', 'smtp'] as const;
export type Victim = (typeof victims)[number];

interface Member {
  kill: () => unknown;
  start: () => unknown;
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

export async function startFleet() {
  const redis = await startOwnRedis();
  const mongodb = await startOwnMongodb();
  const mail = await startSmtpDouble(false);
  const settings = {
    ...settingsFor(mail),
    ...noLimits,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    REDIS_URL: redis.url,
    MONGODB_URI: mongodb.url,
    SWEEP_EVERY_SECONDS: '5',
    SWEEP_AFTER_SECONDS: '60',
  };
  const start = (name: 'api' | 'worker') => startService(name, settings);
  const apis = [await start('api'), await start('api')];
  const workers = [await start('worker'), await start('worker')];
  const database = connect(mongodb.url, { logger: silent });
  const connection = { url: redis.url, maxRetriesPerRequest: 1 };
  const queues = ['submissions', 'notifications'].map((name) =>
    new Queue(name, { connection, prefix: '{enquiries}' }).on('error', () => undefined),
  );
  const members: Record<Victim, Member[]> = {
    api: apis.map(killed),
    worker: workers.map(killed),
    redis: [redis],
    mongodb: [mongodb],
    smtp: [{ kill: mail.stop, start: mail.start }],
  };
  return {
    members,
    apis: apis.map(({ url }) => url),
    database,
    queues,
    mail,
    async stop() {
      await Promise.all(queues.map((queue) => queue.close()));
      await database.close();
      await Promise.all([...apis, ...workers].map((server) => server.stop()));
      await Promise.all([redis, mongodb, mail].map((store) => store.stop()));
    },
  };
}

/** Does not wait until a restarted process is ready: its stores may still be down. */
function killed({ kill, start }: Service): Member {
  return { kill, start: () => start(false) };
}
