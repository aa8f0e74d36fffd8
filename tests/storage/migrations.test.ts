import { once } from 'node:events';
import { expect, it } from 'vitest';

import { spawnNode } from '../../dev/processes.ts';
import { connect, type Database } from '../../storage/connection.ts';
import { findEnquiries } from '../../storage/enquiries.ts';
import { migrate, type Migration } from '../../storage/migrations/migrate.ts';
import { forEachTest } from '../../testing/for-all-tests.ts';
import { silent } from '../../testing/loggers.ts';
import { openDatabase, storeAccepted } from '../../testing/own-stores.ts';
import { waitFor } from '../../testing/wait-for.ts';

const database = forEachTest(openDatabase);

/** Migrations that record the order in which they run. */
function noting(ran: string[], ...names: string[]): Migration[] {
  return names.map((name) => ({
    name,
    run() {
      ran.push(name);
      return Promise.resolve();
    },
  }));
}

async function recorded(): Promise<string[]> {
  const found = await database.submissions.db.collection('migrations').find().toArray();
  return found.filter(({ doneAt }) => doneAt instanceof Date).map(({ _id }) => String(_id));
}

it('makes the enquiries of older versions searchable, including their notes', async () => {
  const old = await storeAccepted(database);
  const notes = [{ id: 'x', by: 'naledi', at: new Date(), text: 'Left a voicemail.' }];
  const { collection } = database.submissions;
  const change = { $unset: { words: '' }, $set: { handling: { notes, version: 1 } } };
  await collection.updateOne({ _id: old as never }, change);
  const found = () => findEnquiries(database, { text: 'voicemail thandiwe' });
  expect(await found()).toEqual([]);
  await migrate(database, { logger: silent });
  expect(await found()).toMatchObject([{ _id: old }]);
});

it('runs each migration once, in order, including those that an upgrade adds', async () => {
  const ran: string[] = [];
  const all = noting(ran, '0001-a', '0002-b', '0003-c');
  await migrate(database, { logger: silent, list: all.slice(0, 2) });
  expect(ran).toEqual(['0001-a', '0002-b']);
  await migrate(database, { logger: silent, list: all });
  await migrate(database, { logger: silent, list: all });
  expect(ran).toEqual(['0001-a', '0002-b', '0003-c']);
  expect(await recorded()).toEqual(ran);
});

it('runs each migration once when several processes start at the same time', async () => {
  const others = Array.from({ length: 3 }, () =>
    connect(database.settings.MONGODB_URI, { logger: silent }),
  );
  await Promise.all(others.map(({ connected }) => connected));
  const ran: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const slow: Migration = {
    name: '0001-slow',
    async run() {
      ran.push('begun');
      await released;
      ran.push('ended');
    },
  };
  const list = [slow, ...noting(ran, '0002-next')];
  // In milliseconds. On a busy machine, a shorter lease could expire before it is renewed.
  const lease = 6_000;
  const migrating = others.map((each: Database) => migrate(each, { logger: silent, list, lease }));
  await waitFor('a migration is running', () => ran.length > 0);
  // The other processes check 20 times per lease, and would take over without a renewal.
  const claimed = await until();
  await waitFor('the lease is renewed', async () => (await until()) > claimed);
  release();
  await Promise.all(migrating);
  await Promise.all(others.map(({ close }) => close()));
  expect(ran).toEqual(['begun', 'ended', '0002-next']);
});

async function until(): Promise<number> {
  const found = await database.submissions.db.collection('migrations').findOne();
  return found?.until instanceof Date ? found.until.getTime() : 0;
}

it('reruns the migration of a killed process before running the next one', async () => {
  const script = `
    import { connect } from './storage/connection.ts';
    import { migrate } from './storage/migrations/migrate.ts';
    import { silent } from './testing/loggers.ts';
    const database = connect(process.env.MONGODB_URI, { logger: silent });
    await database.connected;
    const run = async () => {
      await database.submissions.db.collection('steps').insertOne({ _id: 'first half' });
      process.kill(process.pid, 'SIGKILL');
    };
    await migrate(database, { logger: silent, list: [{ name: '0001-halves', run }], lease: 300 });`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const killed = spawnNode(args, database.settings, 'inherit');
  expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await recorded()).toEqual([]);
  const ran: string[] = [];
  const list = noting(ran, '0001-halves', '0002-next');
  await migrate(database, { logger: silent, list, lease: 300 });
  expect(ran).toEqual(['0001-halves', '0002-next']);
  expect(await recorded()).toEqual(ran);
});
