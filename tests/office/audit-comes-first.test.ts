import type { Response } from 'express';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { connect, type Database } from '#storage/connection.ts';
import { markNotification } from '#storage/notifications.ts';
import { storeSubmission } from '#storage/submissions.ts';
import { createUser } from '#storage/users.ts';
import { silent } from '#support/loggers.ts';
import { ownStores } from '#support/own-stores.ts';
import { createAccepted } from '#support/enquiry.ts';
import { readCommandConfig } from '../../office/commands/config.ts';
import { addNoteTo } from '../../office/enquiries/add.server.ts';
import { resendEmails } from '../../office/enquiries/emails.server.ts';
import { createTaskContext, type TaskContext } from '../../office/server/task.ts';
import { addAccount, manageHandlers } from '../../office/accounts/manage.server.ts';
import { erasePerson } from '../../office/people/erase.server.ts';
import { peopleHandlers } from '../../office/people/server.ts';

const stores = ownStores();
const password = 'marula branch teapot';
const officer = { actor: 'naledi', role: 'officer' } as const;
const failed = createAccepted();
let database: Database;
const username = 'sipho';
let tasks: ReturnType<typeof createTaskContext>;

beforeAll(async () => {
  database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await database.connected;
  tasks = createTaskContext(readCommandConfig(stores.settings));
});

beforeEach(async () => {
  await database.drop();
  await storeSubmission(database, failed);
  const notification = { submissionId: failed.id, kind: 'staff' } as const;
  await markNotification(database, notification, { status: 'failed', reason: 'smtp 550' });
  await createUser(database, { username: 'naledi', password });
  await createUser(database, { username, password });
});

afterAll(async () => {
  await tasks.close();
  await database.close();
  await stores.remove();
});

const correction = { id: failed.id, version: 0, correction: { lastName: 'Dlamini' } };

const changeAccount = (task: TaskContext, change: object) =>
  manageHandlers['account.change'](task, { username, ...change });

const changes: [action: string, change: (context: TaskContext) => Promise<unknown>][] = [
  ['person.correct', (c) => peopleHandlers['person.correct'](c, correction, {} as Response)],
  ['enquiry.resend', (c) => resendEmails(c, failed.id)],
  ['enquiry.note', (c) => addNoteTo(c, { id: failed.id, text: 'She called.' })],
  ['person.erase', (c) => erasePerson(c, failed.form)],
  ['account.add', (c) => addAccount(c, { username: 'lerato', password, role: 'staff' })],
  ['account.change', (c) => changeAccount(c, { name: 'Sipho Ndlovu', disabled: true })],
  ['account.link', (c) => manageHandlers['account.link'](c, { username })],
  ['token.add', (c) => manageHandlers['token.add'](c, { name: 'x', scope: 'read', days: 1 })],
];

async function everything(): Promise<unknown> {
  const submissions = await database.submissions.find().sort({ _id: 1 }).lean().exec();
  const users = await database.users.find().sort({ _id: 1 }).lean().exec();
  const { notifications } = await tasks.queues();
  return { submissions, users, jobs: await notifications.getJobCounts() };
}

it.each(changes)('%s changes nothing before its audit record is stored', async (action, change) => {
  const before = await everything();
  const recorded: string[] = [];
  const cut = {
    ...database,
    audit: {
      ...database.audit,
      start: (entry: { action: string }) => {
        recorded.push(entry.action);
        return Promise.reject(new Error('The audit trail is down.'));
      },
    },
  };
  const context = { ...tasks, ...officer, database: () => Promise.resolve(cut) };
  await expect(change(context)).rejects.toThrow('The audit trail is down.');
  expect(recorded).toEqual([action]);
  expect(await everything()).toEqual(before);
});

it.each(changes)('%s is recorded as done', async (action, change) => {
  await change({ ...tasks, ...officer });
  const [record, ...others] = await database.audit.read({ limit: 9 });
  expect(others).toEqual([]);
  expect(record).toMatchObject({ actor: 'naledi', action, outcome: 'done' });
  expect(record?.endedAt?.getTime()).toBeGreaterThanOrEqual(record?.at.getTime() ?? NaN);
});

it('records that a change was refused', async () => {
  const context = { ...tasks, ...officer };
  await manageHandlers['account.change'](context, { username, role: 'officer' });
  await expect(
    manageHandlers['account.change'](context, {
      username,
      disabled: true,
      seen: { role: 'ops' },
    }),
  ).rejects.toThrow('A colleague has changed');
  const records = await database.audit.read({ limit: 9 });
  expect(records.map(({ outcome }) => outcome)).toEqual(['refused', 'done']);
});

it('makes a record final once its action has ended', async () => {
  const subject = { ids: ['a'] };
  const entry = { actor: 'naledi', action: 'person.erase', subject };
  const started = await database.audit.start(entry);
  await started.end('failed');
  await started.end('done');
  expect(await database.audit.read({ limit: 9 })).toMatchObject([{ outcome: 'failed', subject }]);
});
