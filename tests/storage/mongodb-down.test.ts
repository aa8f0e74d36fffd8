import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterEach, expect, it, vi } from 'vitest';

import { connect, type Database } from '#storage/connection.ts';
import { findSubmission, storeSubmission } from '#storage/submissions.ts';
import { forEachTest } from '#support/for-all-tests.ts';
import { silent } from '#support/loggers.ts';
import { openDatabase } from '#support/own-stores.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';
import { waitFor } from '#support/wait-for.ts';
import { createAccepted } from '#support/enquiry.ts';

const stores = forEachTest(openDatabase);
const proxies = forEachTest(() => startStoreProxies(stores.settings));
let database: Database;

afterEach(() => database.close());

function open(): Database {
  const { MONGODB_URI } = proxies.settings;
  database = connect(MONGODB_URI, { logger: silent, selectionTimeout: 1_000 });
  return database;
}

/** Whether the work failed, and the milliseconds that it spent waiting rather than computing. */
async function timed(work: Promise<unknown>): Promise<{ failed: boolean; after: number }> {
  const start = performance.eventLoopUtilization();
  const failed = await work.then(
    () => false,
    () => true,
  );
  return { failed, after: performance.eventLoopUtilization(start).idle };
}

it('waits for MongoDB at start-up; until it is available, queries fail fast', async () => {
  await proxies.mongodb.down();
  open();
  const outcome = await timed(findSubmission(database, randomUUID()));
  expect(outcome.failed).toBe(true);
  expect(outcome.after).toBeLessThan(500);
  await expect(database.ping()).rejects.toThrow();

  await proxies.mongodb.up();
  await database.connected;
  const submission = createAccepted();
  expect(await storeSubmission(database, submission)).toBe(true);
});

it('fails within seconds while MongoDB is down, and reports when it is back', async () => {
  await open().connected;
  const back = vi.fn();
  database.onReconnect(back);
  await proxies.mongodb.down();
  const outcome = await timed(storeSubmission(database, createAccepted()));
  expect(outcome.failed).toBe(true);
  expect(outcome.after).toBeLessThan(5_000);
  await expect(database.ping()).rejects.toThrow();

  await proxies.mongodb.up();
  await waitFor('it is back', () => back.mock.calls.length > 0);
  expect(await storeSubmission(database, createAccepted())).toBe(true);
});

it('fails within seconds while MongoDB hangs', async () => {
  await open().connected;
  await storeSubmission(database, createAccepted());
  proxies.mongodb.hang();
  const outcome = await timed(storeSubmission(database, createAccepted()));
  expect(outcome.failed).toBe(true);
  expect(outcome.after).toBeLessThan(12_000);

  await proxies.mongodb.up();
  await waitFor('it works again', () =>
    storeSubmission(database, createAccepted()).catch(() => undefined),
  );
});
