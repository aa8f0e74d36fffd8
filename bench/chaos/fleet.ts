import { setTimeout as sleep } from 'node:timers/promises';

import { closeQueues, openQueues } from '../../platform/queues.ts';
import { createRedis } from '../../platform/redis.ts';
import { connect } from '../../storage/connection.ts';
import { silent } from '../../testing/loggers.ts';
import { startOwnMongodb } from '../../testing/own-mongodb.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import { noLimits, startService, wrongBy, type Service } from '../../testing/service.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from '../../testing/smtp-double.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { Victim } from './faults.ts';

/** A fault that can be caused and undone, such as killing and restarting a process. */
interface Member {
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

const tenYears = 3_650 * 86_400_000;
/** Milliseconds for which Redis is down: longer than a job's lock. */
const redisOutage = 15_000;
const slowAnswer = 25_000;

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/**
 * Starts APIs, workers, the enquiries desk and their stores, with ports and folders of their own.
 * Resolves when all of them are ready.
 */
export async function startFleet() {
  const pair = await startRedisPair();
  const redisUrl = pair.name.address;
  const mongodb = await startOwnMongodb();
  const mail = await startSmtpDouble(false);
  const settings = {
    ...settingsFor(mail),
    ...noLimits,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    REDIS_URL: redisUrl,
    MONGODB_URI: mongodb.url,
    SWEEP_EVERY_SECONDS: '5',
    SWEEP_AFTER_SECONDS: '60',
  };
  const copies = [1, 2];
  const apis = await Promise.all(copies.map(() => startService('api', settings)));
  const workers = await Promise.all(copies.map(() => startService('worker', settings)));
  const office = await startService('office', settings);
  const watcher = createRedis(redisUrl, 'background');
  const queues = openQueues(watcher, '{enquiries}');
  const database = connect(mongodb.url, { logger: silent });
  const members: Record<Victim, Member[]> = {
    failover: [pair.failover],
    'slow-smtp': [slowMail(mail, pair, workers)],
    'cut-smtp': [unconfirmedMail(mail)],
    'api-clock': apis.map(wrongClock),
    'worker-clock': workers.map(wrongClock),
    api: apis.map(killed),
    worker: workers.map(killed),
    office: [killed(office)],
    redis: [pair.server],
    mongodb: [mongodb],
    smtp: [{ kill: mail.stop, start: mail.start }],
  };
  return {
    members,
    apis: apis.map(({ url }) => url),
    office: office.url,
    queues,
    database,
    mail,
    async stop() {
      await Promise.all([closeQueues(queues, watcher), database.close()]);
      await Promise.all([...apis, ...workers, office].map((server) => server.stop()));
      await Promise.all([mongodb, mail].map((store) => store.stop()));
      await pair.stop();
    },
  };
}

/** Kills and restarts a process. Does not wait until it is ready: its stores may still be down. */
function killed({ kill, start }: Service): Member {
  return { kill, start: () => start(false) };
}

/** Restarts a server with a clock that is ten years fast or slow, and later with the right one. */
function wrongClock(server: Service, index: number): Member {
  return {
    kill: () => server.restart(wrongBy(index % 2 === 0 ? tenYears : -tenYears)),
    start: () => server.restart(),
  };
}

/**
 * Makes the mail server slow, and Redis unavailable for longer than a job's lock. Stops all workers
 * except the first, because another worker would repeat the emails of the first.
 */
function slowMail(mail: SmtpDouble, redis: RedisPair, [, ...others]: Service[]): Member {
  let { message } = mail.answers;
  let waiting = 0;
  return {
    async kill() {
      message = mail.answers.message;
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
      await redis.name.down();
      await sleep(redisOutage);
      await redis.name.up();
      mail.answers.message = message;
      await waitFor('each email is answered', () => waiting === 0, 2 * slowAnswer);
      await Promise.all(others.map((worker) => worker.start(false)));
    },
  };
}

/**
 * Makes the mail server drop connections instead of confirming emails. Half of these emails are
 * never confirmed, the other half only after the fault.
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
      return Promise.resolve();
    },
    async start() {
      await waitFor('some connections are dropped', () => cut > 3);
      answers.message = (id) => (never.has(id) ? 'lost' : undefined);
    },
  };
}
