import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { limitFlagKey } from '../../contract/limit-flags.ts';
import { storeSubmission } from '../../storage/submissions.ts';
import { withLogin } from '../../testing/mongodb-address.ts';
import { greeting, isGreeting } from '../../testing/mongodb-front.ts';
import type { OwnProcess } from '../../testing/own-process.ts';
import type { SmtpDouble } from '../../testing/smtp-double.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { wrongBy } from '../../testing/service.ts';
import {
  type Act,
  configure,
  endLimit,
  fillDisk,
  filler,
  unreviewedSpam,
  hour,
  limitMemory,
  oldApi,
  refuseStaff,
  sendMany,
  setBackupAge,
  retryFailedJobs,
  why,
} from './acts.ts';
import { askOffice } from './observe.ts';
import { queuePrefix, type Product } from './product.ts';

export interface Fault {
  name: string;
  /** The id of the expected root cause, such as `site.headers`, or the part before the dot. */
  cause: string;
  begin: Act;
  end: Act;
  /** Whether the enquiries desk itself fails, so that it sends no alert and shows no page. */
  sendsNoAlert?: boolean;
  /** Whether the enquiries desk starts without access to MongoDB, and so cannot check sessions. */
  nobodyCanSignIn?: boolean;
}

function serverFaults(
  title: string,
  cause: string,
  find: (product: Product) => Pick<OwnProcess, 'kill' | 'hang' | 'revive'>,
  more: Partial<Fault> = {},
): Fault[] {
  const about = { cause, end: (product: Product) => find(product).revive(), ...more };
  return [
    { name: `${title} is killed`, ...about, begin: (product) => find(product).kill() },
    { name: `${title} hangs`, ...about, begin: (product) => find(product).hang() },
  ];
}

/** Returns a fault in which the mail server gives this reply at one step of each delivery. */
function mailReply(name: string, step: keyof SmtpDouble['answers'], reply: number | string): Fault {
  const set =
    (answer?: number | string): Act =>
    ({ mail }) =>
      void (mail.answers[step] = () => answer);
  return { name, cause: 'mail', begin: set(reply), end: set() };
}

export const faults: readonly Fault[] = [
  ...serverFaults("The site's web server", 'site', ({ site }) => {
    return { kill: site.down, hang: site.hang, revive: site.up };
  }),
  {
    ...{ name: 'The certificate has expired', cause: 'site' },
    begin: ({ site }) => site.setCertificate('expired'),
    end: ({ site }) => site.setCertificate('good'),
  },
  {
    ...{ name: 'The site sends no security headers', cause: 'site.headers' },
    begin: ({ site }) => site.setHeaders(false),
    end: ({ site }) => site.setHeaders(true),
  },
  ...serverFaults('The API', 'api', ({ servers }) => servers.api),
  ...serverFaults('The worker', 'worker', ({ servers }) => servers.worker),
  ...serverFaults('The enquiries desk', 'office', ({ servers }) => servers.office, {
    sendsNoAlert: true,
  }),
  {
    ...{ name: 'The API runs an older version', cause: 'versions' },
    begin: async ({ servers }) => servers.api.restart({}, await oldApi()),
    end: ({ servers }) => servers.api.restart(),
  },
  ...serverFaults('Redis', 'redis', ({ redis }) => redis),
  { name: 'Redis is full', cause: 'redis', begin: limitMemory(0.9), end: endLimit },
  { name: 'Redis is nearly full', cause: 'redis-memory', begin: limitMemory(1.15), end: endLimit },
  {
    ...{ name: 'Redis evicts keys when it is full' },
    cause: 'redis-settings.maxmemory-policy',
    ...configure('maxmemory-policy', 'allkeys-lru', 'noeviction'),
  },
  {
    ...{ name: 'Redis does not persist to disk', cause: 'redis-settings.appendonly' },
    ...configure('appendonly', 'no', 'yes'),
  },
  {
    ...{ name: 'Redis is only a replica', cause: 'redis' },
    begin: ({ redis }) => redis.ask((client) => client.replicaof('127.0.0.1', '1')),
    end: ({ redis }) => redis.ask((client) => client.replicaof('NO', 'ONE')),
  },
  {
    ...{ name: 'Redis comes back empty', cause: 'redis-data' },
    async begin({ redis }) {
      await redis.ask((client) => client.flushall());
      // Gives the heartbeats time to resume.
      await sleep(10_000);
    },
    // The worker detects the loss within a minute and stores its time. The stored time is removed
    // here, because otherwise the finding would last for a day.
    async end({ database, redis }) {
      const isMarked = () =>
        redis.ask((client) => client.hget(`${queuePrefix}:installation`, 'count'));
      await waitFor('the worker has detected it', isMarked, 90_000);
      await sleep(1_000);
      await database.submissions.db
        .collection<{ _id: string }>('settings')
        .updateOne({ _id: 'installation' }, { $unset: { lostAt: '' } });
    },
  },
  {
    ...{ name: 'Redis lacks a required replica', cause: 'redis' },
    begin: ({ replica }) => replica.kill(),
    end: ({ replica }) => replica.revive(),
  },
  ...serverFaults('MongoDB', 'mongodb', ({ mongodb }) => mongodb),
  {
    ...{ name: 'MongoDB rejects the password', cause: 'mongodb', nobodyCanSignIn: true },
    async begin({ front, servers, settings }) {
      const { MONGODB_URI = '' } = settings;
      front.answer = (command) =>
        isGreeting(command)
          ? greeting({})
          : 'saslStart' in command
            ? { ok: 0, code: 18, errmsg: 'refused' }
            : undefined;
      const change = { MONGODB_URI: withLogin(MONGODB_URI, 'enquiries', 'old') };
      Object.assign(settings, change);
      await Promise.all([servers.worker.restart(change), servers.office.restart(change)]);
      // Gives the worker time to send its first heartbeat.
      await sleep(3_000);
    },
    async end({ front, servers, settings }) {
      front.answer = () => undefined;
      settings.MONGODB_URI = front.uri;
      await Promise.all([servers.worker.restart(), servers.office.restart()]);
    },
  },
  {
    ...{ name: 'MongoDB denies permission', cause: 'mongodb' },
    begin({ front }) {
      front.answer = (command) =>
        ['insert', 'update', 'delete'].some((name) => name in command)
          ? { ok: 0, code: 13, errmsg: 'refused' }
          : undefined;
    },
    end: ({ front }) => void (front.answer = () => undefined),
  },
  {
    ...{ name: 'The data disk is full', cause: 'disk', begin: fillDisk },
    async end(product) {
      await rm(filler(product));
      await Promise.all([product.redis.revive(), product.mongodb.revive()]);
    },
  },
  {
    ...{ name: 'The mail server refuses connections', cause: 'mail' },
    begin: ({ mailProxy }) => mailProxy.down(),
    end: ({ mailProxy }) => mailProxy.up(),
  },
  mailReply('The mail server rejects the password', 'login', 535),
  {
    ...{ name: 'The mail server hangs', cause: 'mail' },
    begin: ({ mailProxy }) => mailProxy.hang(),
    end: ({ mailProxy }) => mailProxy.up(),
  },
  ...['452 4.3.1 Insufficient storage', '550 5.7.1 Daily sending quota exceeded'].map((reply) =>
    mailReply(`The mail server answers our email with ${reply}`, 'message', reply),
  ),
  mailReply('The mail server cuts the connection before it has our email', 'recipient', 'cut'),
  mailReply('The mail server takes our email and never confirms it', 'message', 'lost'),
  {
    ...{ name: 'The mail server rejects a staff address', cause: 'staff' },
    begin: refuseStaff,
    async end(product) {
      product.mail.answers.recipient = () => undefined;
      await retryFailedJobs(product);
    },
  },
  {
    ...{ name: "The worker's clock is ten minutes slow", cause: 'clocks' },
    begin: ({ servers }) => servers.worker.restart(wrongBy(-hour / 6)),
    end: ({ servers }) => servers.worker.restart(),
  },
  {
    ...{ name: "The enquiries desk's clock is ten minutes fast", cause: 'clocks' },
    begin: ({ servers }) => servers.office.restart(wrongBy(hour / 6)),
    end: ({ servers }) => servers.office.restart(),
  },
  {
    ...{ name: 'A queue is paused', cause: 'queues.submissions-paused' },
    begin: (product) => askOffice(product, 'queue.pause', { queue: 'submissions', ...why }),
    end: (product) => askOffice(product, 'queue.resume', { queue: 'submissions', ...why }),
  },
  {
    ...{ name: 'Spam is not reviewed', cause: 'quarantine' },
    begin: ({ database }) => storeSubmission(database, unreviewedSpam),
    end: ({ database }) => database.submissions.deleteOne({ _id: unreviewedSpam.id }),
  },
  {
    ...{ name: 'Too many enquiries arrive', cause: 'limits.over-limit', begin: sendMany },
    // Otherwise the flag would stay set for a quarter of an hour.
    end: (product) =>
      product.redis.ask((redis) => redis.del(limitFlagKey(queuePrefix, 'over-limit'))),
  },
  {
    ...{ name: 'The newest backup is 51 hours old', cause: 'backups' },
    begin: setBackupAge(51 * hour),
    end: setBackupAge(0),
  },
];
