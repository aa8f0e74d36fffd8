import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

import { findFreePort } from '../../dev/ports.ts';
import { connect, createIndexes, type Database } from '../../storage/connection.ts';
import { silent } from '../../testing/loggers.ts';
import { createSession } from '../../storage/sessions.ts';
import { createUser } from '../../storage/users.ts';
import { startAlertReceiver } from '../../testing/alert-receiver.ts';
import { startMongodbFront } from '../../testing/mongodb-front.ts';
import { startOwnMongodb } from '../../testing/own-mongodb.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { noLimits, startService } from '../../testing/service.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startProxyFor } from '../../testing/tcp-proxy.ts';
import { startPublicSite } from './public-site.ts';

export const queuePrefix = '{enquiries}';
const limitPerMinute = 20;

export type Product = Awaited<ReturnType<typeof startProduct>>;

/**
 * Starts the product in its own processes, with everything that it depends on.
 *
 * @param after minutes that a finding must last before an alert.
 */
export async function startProduct(after: number) {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const folders = { data: join(folder, 'data'), backups: join(folder, 'backups') };
  await Promise.all([mkdir(folders.data), mkdir(folders.backups)]);
  await writeFile(join(folders.backups, 'mongodb.gz'), '');
  const hasOwnDisk = mountSmallDisk(folders.data);
  const redis = await startOwnRedis([], join(folders.data, 'redis'));
  const follow = ['--replicaof', '127.0.0.1', new URL(redis.url).port];
  const replica = await startOwnRedis([...follow, '--repl-diskless-sync-delay', '0']);
  const mongodb = await startOwnMongodb(folders.data);
  // Proxies every MongoDB command, so that a fault can change the response.
  const front = await startMongodbFront(mongodb.url);
  const mail = await startSmtpDouble();
  const mailProxy = await startProxyFor(mail.url, 25);
  const receiver = await startAlertReceiver(mail);
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
  const [apiUrl = '', officeUrl = ''] = ports.map((port) => `http://127.0.0.1:${port}`);
  const site = await startPublicSite(folder, { apiUrl, officeUrl });
  const smtp = new URL(mailProxy.address);
  [smtp.username, smtp.password] = ['office', 'secret'];
  const settings: Record<string, string> = {
    ...settingsFor(mail),
    ...noLimits,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: String(limitPerMinute),
    SMTP_URL: smtp.href,
    REDIS_URL: redis.url,
    MONGODB_URI: front.uri,
    QUEUE_PREFIX: queuePrefix,
    REDIS_WAIT_REPLICAS: '1',
    SITE_URL: site.url,
    NODE_EXTRA_CA_CERTS: site.trusted,
    DATA_DIR: folders.data,
    BACKUP_DIR: folders.backups,
    CANARY_EVERY_MINUTES: '0.05',
    CANARY_EMAIL: 'canary@example.co.za',
    ...receiver.settings,
    ALERT_AFTER_MINUTES: String(after),
  };
  const database = connect(mongodb.url, { logger: silent });
  await createIndexes(database, silent);
  const [api, worker, office] = await Promise.all([
    startService('api', { ...settings, MONGODB_URI: '' }, { port: ports[0] }),
    startService('worker', settings, { port: ports[2] }),
    startService('office', settings, { port: ports[1] }),
  ]);
  const servers = { api, worker, office };
  return {
    ...{ servers, site, redis, replica, mongodb, front, mail, mailProxy, receiver, database },
    ...{ settings, folders, hasOwnDisk, cookie: await signIn(database) },
    async stop() {
      await Promise.all(Object.values(servers).map((server) => server.stop()));
      await database.close();
      await site.stop();
      front.close();
      await mailProxy.down();
      await Promise.all([redis.stop(), replica.stop(), mongodb.stop(), mail.stop()]);
      receiver.stop();
      if (hasOwnDisk) spawnSync('umount', [folders.data]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Mounts a small disk on the folder, for a file to fill. Returns false without root rights. */
function mountSmallDisk(folder: string): boolean {
  const options = ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder];
  return spawnSync('mount', options).status === 0;
}

async function signIn(database: Database): Promise<string> {
  const password = 'marula branch teapot';
  const account = await createUser(database, { username: 'operator', password, role: 'ops' });
  return `__Host-office=${await createSession(database, account, 'npm run faults')}`;
}
