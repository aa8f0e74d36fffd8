import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { connect, type Database } from '#storage/connection.ts';
import { findSubmission, storeSubmission } from '#storage/submissions.ts';
import {
  greeting,
  isGreeting,
  startMongodbFront,
  type MongodbFront,
} from '#support/mongodb-front.ts';
import { silent } from '#support/loggers.ts';
import { ownStores, type OwnStores } from '#support/own-stores.ts';
import { waitFor } from '#support/wait-for.ts';
import { createAccepted } from '#support/enquiry.ts';

let stores: OwnStores;
let fronts: MongodbFront[];
let database: Database | undefined;

beforeEach(() => {
  stores = ownStores();
  fronts = [];
});

afterEach(async () => {
  await database?.close();
  for (const front of fronts) front.close();
  await stores.remove();
});

async function startFront(): Promise<MongodbFront> {
  const front = await startMongodbFront(stores.settings.MONGODB_URI);
  fronts.push(front);
  return front;
}

function open(uri: string): Database {
  database = connect(uri, { logger: silent, selectionTimeout: 1_000 });
  return database;
}

describe('a replica set whose secondary lags behind', () => {
  /** Opens a replica set of two servers. The secondary returns no documents yet. */
  async function openSet(options: string) {
    const [primary, secondary] = [await startFront(), await startFront()];
    const set = {
      setName: 'rs0',
      setVersion: 1,
      hosts: [primary.host, secondary.host],
      primary: primary.host,
      lastWrite: { lastWriteDate: new Date() },
      tags: { dc: 'north' },
    };
    primary.answer = (command) =>
      isGreeting(command) ? greeting({ ...set, me: primary.host }) : undefined;
    const follower = { isWritablePrimary: false, ismaster: false, secondary: true };
    secondary.answer = (command) => {
      if (isGreeting(command)) return greeting({ ...set, ...follower, me: secondary.host });
      const ns = `${String(command.$db)}.${String(command.find)}`;
      return 'find' in command ? { ok: 1, cursor: { id: 0n, ns, firstBatch: [] } } : undefined;
    };
    const uri = primary.uri
      .replace(primary.host, `${secondary.host},${primary.host}`)
      .replace('directConnection=true', `replicaSet=rs0&${options}`);
    const opened = open(uri);
    await opened.connected;
    await waitFor('both servers are known', () => {
      const { topology } = opened.submissions.db.getClient() as unknown as Described;
      const types = [...topology.description.servers.values()].map(({ type }) => type);
      return types.includes('RSSecondary') && types.includes('RSPrimary');
    });
    return { opened, primary, secondary };
  }

  interface Described {
    topology: { description: { servers: Map<string, { type: string }> } };
  }

  it.each([
    'readPreference=secondary',
    'readPreference=nearest&readPreferenceTags=dc:north&maxStalenessSeconds=120',
    'maxStalenessSeconds=120&readPreference=secondaryPreferred&appName=office',
    'ReadPreference=secondary&readConcernLevel=available',
  ])('finds an enquiry that was just stored even if the URI says %s', async (options) => {
    const { opened, secondary } = await openSet(options);
    const submission = createAccepted();
    await storeSubmission(opened, submission);
    expect(await findSubmission(opened, submission.id)).not.toBeNull();
    expect(secondary.commands.filter((command) => 'find' in command)).toEqual([]);
  });

  it.each(['w=1', 'w=1&journal=false', 'journal=false'])(
    'waits for a majority to write to disk even if the URI says %s',
    async (options) => {
      const { opened, primary } = await openSet(options);
      await storeSubmission(opened, createAccepted());
      const insert = primary.commands.find((command) => 'insert' in command);
      expect(insert?.writeConcern).toEqual({ w: 'majority', j: true });
    },
  );
});
