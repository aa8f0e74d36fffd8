import type { Socket } from 'node:net';
import type { mongo } from 'mongoose';
import { expect, it, onTestFinished } from 'vitest';

import { connect } from '../../storage/connection.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createRecordingLogger, silent } from '../../testing/loggers.ts';
import { openDatabase } from '../../testing/own-stores.ts';
import { startProxyFor } from '../../testing/tcp-proxy.ts';
import { waitFor } from '../../testing/wait-for.ts';

const own = forAllTests(openDatabase);

it('logs the collection and the fields of a slow command, but not its values', async () => {
  let delay = 0;
  const relay = (client: Socket, upstream: Socket) =>
    client.on('data', (chunk) => setTimeout(() => upstream.write(chunk), delay));
  const proxy = await startProxyFor(own.settings.MONGODB_URI, 27_017, relay);
  const { logger, log } = createRecordingLogger('test');
  const database = connect(proxy.address, { logger });
  onTestFinished(async () => {
    await database.close();
    await proxy.down();
  });
  await database.connected;
  await database.submissions.findOne({ email: 'quick@example.org' });
  delay = 1_100;
  await database.submissions.findOne({
    status: 'accepted',
    $or: [{ email: 'slow@example.org' }, { organisation: 'Private' }],
  });
  const lines = await waitFor('it is logged', () => {
    const found = log()
      .split('\n')
      .filter((line) => line.includes('"organisation"'));
    return found.length > 0 && found;
  });
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      event: 'slow mongodb command',
      command: 'find',
      collection: 'contactsubmissions',
      fields: ['email', 'organisation', 'status'],
    }),
  ]);
  expect(log()).not.toMatch(/slow@|quick|Private/);
});

it('sets a time limit for every query, except for cursors', async () => {
  const database = connect(own.settings.MONGODB_URI, { logger: silent });
  onTestFinished(() => database.close());
  await database.connected;
  const limits: unknown[] = [];
  database.submissions.db.on('commandStarted', ({ command }: mongo.CommandStartedEvent) => {
    if (command.find ?? command.aggregate ?? command.findAndModify) limits.push(command.maxTimeMS);
  });
  await database.submissions.find();
  await database.submissions.countDocuments({ status: 'accepted' });
  await database.users.findOneAndUpdate({ _id: 'none' }, { name: 'None' });
  for await (const found of database.submissions.find().cursor()) expect(found).toBeDefined();
  expect(limits).toEqual([7_000, 7_000, 7_000, undefined]);
});
