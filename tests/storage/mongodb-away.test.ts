import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { connect, type Database } from '../../storage/connection.ts';
import { findSubmission, storeSubmission } from '../../storage/submissions.ts';
import { ownStores, silent, type OwnStores } from '../../testing/own-stores.ts';
import { startProxyFor, throughProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { accepted } from './accepted.ts';

let stores: OwnStores;
let proxy: TcpProxy;
let database: Database;

beforeEach(async () => {
  stores = ownStores();
  proxy = await startProxyFor(stores.settings.MONGODB_URI, 27_017);
});

afterEach(async () => {
  await database.close();
  await proxy.close();
  await stores.remove();
});

function open(): Database {
  const uri = throughProxy(stores.settings.MONGODB_URI, proxy);
  database = connect(uri, { logger: silent, selectionTimeout: 1_000 });
  return database;
}

async function timed(work: Promise<unknown>): Promise<{ failed: boolean; after: number }> {
  const start = Date.now();
  const failed = await work.then(
    () => false,
    () => true,
  );
  return { failed, after: Date.now() - start };
}

it('waits for a MongoDB that is not there yet, and fails at once meanwhile', async () => {
  await proxy.down();
  open();
  const outcome = await timed(findSubmission(database, randomUUID()));
  expect(outcome.failed).toBe(true);
  expect(outcome.after).toBeLessThan(500);
  await expect(database.ping()).rejects.toThrow();

  await proxy.up();
  await database.connected;
  const submission = accepted();
  expect(await storeSubmission(database, submission)).toBe(true);
});

it('fails within seconds while MongoDB is away, and says when it is back', async () => {
  await open().connected;
  const back = vi.fn();
  database.onReconnect(back);
  await proxy.down();
  const outcome = await timed(storeSubmission(database, accepted()));
  expect(outcome.failed).toBe(true);
  expect(outcome.after).toBeLessThan(5_000);

  await proxy.up();
  await waitFor('it is back', () => back.mock.calls.length > 0);
  expect(await storeSubmission(database, accepted())).toBe(true);
});

it('is not held up by a MongoDB that hangs', async () => {
  await open().connected;
  await storeSubmission(database, accepted());
  proxy.hang();
  const outcome = await timed(storeSubmission(database, accepted()));
  expect(outcome.failed).toBe(true);
  expect(outcome.after).toBeLessThan(12_000);

  await proxy.up();
  await waitFor('it works again', () =>
    storeSubmission(database, accepted()).catch(() => undefined),
  );
});

it('is not held up when it hangs before it has taken all that is being sent', async () => {
  await open().connected;
  await storeSubmission(database, accepted());
  proxy.hang();
  // Together more than sockets on loopback hold.
  const large = { ...accepted().form, message: '木'.repeat(5_000) };
  const stored = Array.from({ length: 1_000 }, () =>
    timed(storeSubmission(database, accepted({ form: large }))),
  );
  const outcomes = await Promise.all(stored);
  expect(outcomes.filter(({ failed }) => !failed)).toEqual([]);
  expect(Math.max(...outcomes.map(({ after }) => after))).toBeLessThan(15_000);

  await proxy.up();
  await waitFor('it works again', () =>
    storeSubmission(database, accepted()).catch(() => undefined),
  );
});

it('can be closed while it waits', async () => {
  await proxy.down();
  open();
  await database.close();
  await expect(database.connected).rejects.toThrow();
});

// What of the driver's own state makes it look for the server no more.
interface Monitored {
  topology: { s: { servers: Map<string, { monitor: { s: { state: string } } }> } };
}

it('finds MongoDB again although the driver has stopped to look for it', async () => {
  await open().connected;
  const back = vi.fn();
  database.onReconnect(back);
  const { topology } = database.submissions.db.getClient() as unknown as Monitored;
  for (const { monitor } of topology.s.servers.values()) monitor.s.state = 'monitoring';
  await proxy.down();
  await expect(database.ping()).rejects.toThrow();
  await proxy.up();
  await waitFor(
    'it is back',
    () =>
      database.ping().then(
        () => true,
        () => false,
      ),
    40_000,
  );
  expect(back).toHaveBeenCalledOnce();
  expect(await storeSubmission(database, accepted())).toBe(true);
}, 60_000);
