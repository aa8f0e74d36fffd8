import { Queue } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';

import { connect } from '../../storage/connection.ts';
import { silent } from '../../testing/loggers.ts';
import { startOwnMongodb } from '../../testing/own-mongodb.ts';
import { startOwnRedis, type OwnRedis } from '../../testing/own-redis.ts';
import { noLimits, startService, type Service } from '../../testing/service.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from '../../testing/smtp-double.ts';
import { waitFor } from '../../testing/wait-for.ts';

/**
 * The kinds of faults. Most kill a process without warning. `slow-smtp` kills Redis for longer than a
 * job's lock while emails are on their way; `cut-smtp` takes emails without confirming them.
 */
export const victims = [
  'api',
  'worker',
  'office',
  'redis',
  'mongodb',
  'smtp',
  'slow-smtp',
  'cut-smtp',
] as const;
export type Victim = (typeof victims)[number];

/** A fault that can be caused and undone, such as killing and restarting a process. */
interface Member {
  kill: () => unknown;
  start: () => unknown;
}

/** Milliseconds for which Redis is away: longer than a job's lock. */
const redisOutage = 15_000;
const slowAnswer = 25_000;

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** Starts two APIs, two workers, the enquiries desk and their stores. Resolves once all are ready. */
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
  const start = (name: 'api' | 'worker' | 'office') => startService(name, settings);
  const apis = [await start('api'), await start('api')];
  const workers = [await start('worker'), await start('worker')];
  const office = await start('office');
  const database = connect(mongodb.url, { logger: silent });
  const connection = { url: redis.url, maxRetriesPerRequest: 1 };
  const openQueue = (name: string) =>
    new Queue(name, { connection, prefix: '{enquiries}' }).on('error', () => undefined);
  const queues = {
    submissions: openQueue('submissions'),
    notifications: openQueue('notifications'),
  };
  const members: Record<Victim, Member[]> = {
    api: apis.map(killed),
    worker: workers.map(killed),
    office: [killed(office)],
    redis: [redis],
    mongodb: [mongodb],
    smtp: [{ kill: mail.stop, start: mail.start }],
    'slow-smtp': [slowMail(mail, redis, workers.slice(1))],
    'cut-smtp': [unconfirmedMail(mail)],
  };
  return {
    members,
    apis: apis.map(({ url }) => url),
    office: office.url,
    database,
    queues,
    mail,
    async stop() {
      await Promise.all([queues.submissions.close(), queues.notifications.close()]);
      await database.close();
      await Promise.all([...apis, ...workers, office].map((server) => server.stop()));
      await Promise.all([redis, mongodb, mail].map((store) => store.stop()));
    },
  };
}

/** Kills and restarts a process. Does not wait until it is ready: its stores may still be down. */
function killed({ kill, start }: Service): Member {
  return { kill, start: () => start(false) };
}

/**
 * Makes the mail server slow, and kills Redis for longer than a job's lock. Stops the other workers,
 * which would repeat the emails of the first.
 */
function slowMail(mail: SmtpDouble, redis: OwnRedis, others: Service[]): Member {
  const { message } = mail.answers;
  let waiting = 0;
  return {
    async kill() {
      await Promise.all(others.map((worker) => worker.stop()));
      mail.answers.message = async () => {
        waiting += 1;
        await sleep(slowAnswer);
        waiting -= 1;
        return undefined;
      };
    },
    async start() {
      await waitFor('an email is on its way', () => waiting > 0);
      await redis.kill();
      await sleep(redisOutage);
      await redis.start();
      mail.answers.message = message;
      await waitFor('each email is answered', () => waiting === 0, 2 * slowAnswer);
      await Promise.all(others.map((worker) => worker.start(false)));
    },
  };
}

/**
 * Makes the mail server drop connections instead of confirming emails. Every second one of these is
 * never confirmed, the others are after the fault.
 */
function unconfirmedMail({ answers }: SmtpDouble): Member {
  const never = new Set<string>();
  let cut = 0;
  return {
    kill() {
      cut = 0;
      answers.message = (id) => {
        cut += 1;
        if (cut % 2 === 0) never.add(id);
        return 'lost';
      };
    },
    async start() {
      await waitFor('some connections are dropped', () => cut > 3);
      answers.message = (id) => (never.has(id) ? 'lost' : undefined);
    },
  };
}
