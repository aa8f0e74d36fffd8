import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLogger } from '#server/logger.ts';
import { connect, type Database } from '#storage/connection.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import { findSubmission, storeSubmission } from '#storage/submissions.ts';
import { withLogin } from '#support/mongodb-address.ts';
import {
  greeting,
  isGreeting,
  startMongodbFront,
  type MongodbFront,
} from '#support/mongodb-front.ts';
import { ownStores, type OwnStores } from '#support/own-stores.ts';
import { waitFor } from '#support/wait-for.ts';
import { createAccepted } from '#support/enquiry.ts';

const refusedLogin = /rejected the login.*user.*password.*authSource/;
const missingRight = /denied permission.*readWrite/;

let stores: OwnStores;
let front: MongodbFront;
let database: Database;
let logs = '';

beforeEach(async () => {
  logs = '';
  stores = ownStores();
  front = await startMongodbFront(stores.settings.MONGODB_URI);
});

afterEach(async () => {
  await database.close();
  front.close();
  await stores.remove();
});

function open(uri: string): Database {
  const logger = createLogger(
    { service: 'test', level: 'debug', format: 'json' },
    { write: (line) => void (logs += line) },
  );
  database = connect(uri, { logger, selectionTimeout: 1_000 });
  return database;
}

function refuse(code: number) {
  return { ok: 0, code, errmsg: `refused, with words about mongodb://staff:secret@host` };
}

/** Waits until a refusal by MongoDB is reported, and returns the explanation. */
function untilRefused(): Promise<string> {
  return waitFor('a refusal is reported', () =>
    database.ping().then(
      () => undefined,
      (error: unknown) => describeRefusal(error),
    ),
  );
}

it.each([18, 8000])(
  'explains and logs a login that MongoDB rejects with error code %i',
  async (code) => {
    front.answer = (command) => {
      if (isGreeting(command)) return greeting({});
      return 'saslStart' in command ? refuse(code) : undefined;
    };
    open(withLogin(front.uri, 'enquiries', 'wrong-password'));
    expect(await untilRefused()).toMatch(refusedLogin);
    expect(logs).toContain('mongodb access denied');
    expect(logs).not.toMatch(/with words about|wrong-password|secret/);
    expect(logs.match(/mongodb access denied/g)).toHaveLength(1);
  },
);

it('reports a missing right, and recovers when the right is granted', async () => {
  let granted = false;
  front.answer = (command) => (granted || isGreeting(command) ? undefined : refuse(13));
  open(front.uri);
  expect(await untilRefused()).toMatch(missingRight);
  await expect(findSubmission(database, 'some id')).rejects.toThrow();
  expect(logs).not.toContain('mongodb connected');
  granted = true;
  await database.connected;
  expect(await storeSubmission(database, createAccepted())).toBe(true);
});
