import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MongoClient, type Db } from 'mongodb';
import { inject } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { createSiteServer } from '../../dev/site-server.ts';
import { startMailServer, type MailServer } from '../mail-server.ts';
import { startService, type Service } from '../../dev/service.ts';

/** The whole product on real parts: built site, API and worker processes, stores, SMTP. */
export interface RunningProduct {
  site: string;
  api: Service;
  worker: Service;
  database: Db;
  mail: MailServer;
  stop(): Promise<void>;
}

/** Starts the product on a database and queue keys of its own. */
export async function startProduct(settings: Record<string, string> = {}): Promise<RunningProduct> {
  const name = `journey-${randomUUID()}`;
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${name}`;
  const mail = await startMailServer();
  const shared = {
    REDIS_URL: inject('redisUrl'),
    MONGODB_URI: uri.href,
    QUEUE_PREFIX: `{${name}}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Association Office <office@example.co.za>',
    MAIL_STAFF: 'staff@example.co.za',
    RATE_LIMIT_PER_ADDRESS: '1000',
    RATE_LIMIT_PER_EMAIL: '1000',
    ...settings,
  };
  const [api, worker] = await Promise.all([
    startService('api', shared),
    startService('worker', shared),
  ]);
  const server = createSiteServer({ root: builtSite, apiUrl: api.url });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = new MongoClient(uri.href);
  const database = client.db();
  return {
    site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    api,
    worker,
    database,
    mail,
    async stop() {
      await Promise.all([api.stop(), worker.stop()]);
      await database.dropDatabase();
      await client.close();
      await mail.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
