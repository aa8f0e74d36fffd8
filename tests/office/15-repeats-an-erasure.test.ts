import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { notificationJob } from '#contract/jobs.ts';
import { referenceOf } from '#contract/reference.ts';
import { closeQueues, openQueues, type Queues } from '#server/queues.ts';
import { connectRedis, type Redis } from '#server/redis.ts';
import { connect, type Database } from '#storage/connection.ts';
import { findSubmission, storeSubmission } from '#storage/submissions.ts';
import { silent } from '#support/loggers.ts';
import { ownStores } from '#support/own-stores.ts';
import { waitFor } from '#support/wait-for.ts';
import { createAccepted } from '#support/enquiry.ts';
import { submit } from '#support/test-worker.ts';
import { addOfficer, runAsOfficer } from '#support/office/run-staff.ts';
import { spawnNode } from '../../dev/processes.ts';

const stores = ownStores();
const { settings } = stores;
const email = 'interrupted@example.net';
let database: Database;
let redis: Redis;
let queues: Queues;

beforeAll(async () => {
  database = connect(settings.MONGODB_URI, { logger: silent });
  await database.connected;
  await addOfficer(database);
  redis = connectRedis(settings.REDIS_URL);
  queues = openQueues(redis, settings.QUEUE_PREFIX);
});

afterAll(async () => {
  await closeQueues(queues, redis);
  redis.disconnect();
  await database.close();
  await stores.remove();
});

async function store(submission = createAccepted()): Promise<string> {
  await storeSubmission(database, { ...submission, form: { ...submission.form, email } });
  return submission.id;
}

function submissions(...args: string[]) {
  return runAsOfficer(['submissions', ...args], settings);
}

async function lastRecord() {
  const [record] = await database.audit.read({ action: 'person.erase', limit: 1 });
  return record;
}

it('records the ids before deleting, so an interrupted deletion can be completed', async () => {
  const stored = await store();
  const queued = await submit(queues, { email });
  // Acts like a worker that is processing the job. The deletion waits for the job's lock.
  let release: () => void = () => undefined;
  const unfinished = new Promise<void>((resolve) => (release = resolve));
  const worker = new Worker('submissions', () => unfinished, {
    connection: { url: settings.REDIS_URL },
    prefix: settings.QUEUE_PREFIX,
  });
  await waitFor('the job is active', async () => (await queues.submissions.getActiveCount()) === 1);

  const args = ['build/commands.js', 'submissions', 'erase', email, '--yes'];
  const child = spawnNode([...args, '--as', 'the-officer'], settings, ['pipe', 'ignore', 'ignore']);
  child.stdin?.end('marula branch teapot\n');
  const record = await waitFor('the deletion has begun', lastRecord);
  child.kill('SIGKILL');
  await once(child, 'exit');
  release();
  await worker.close();

  expect(record).toMatchObject({ outcome: 'started', subject: { count: 2 } });
  const { ids } = record.subject;
  expect([...ids].sort()).toEqual([stored, queued].sort());

  const { code, notes, out } = await submissions('erase', ...ids, '--yes');
  expect([code, out]).toEqual([0, `${ids.join('\n')}\n`]);
  expect(notes.match(/^Erased: 1 enquiry\.$/gm)).toHaveLength(2);
  expect(await findSubmission(database, stored)).toBeNull();
  expect(await queues.submissions.getJob(queued)).toBeUndefined();
  const records = await database.audit.read({ action: 'person.erase', limit: 2 });
  const done = records.map(({ outcome, subject }) => [outcome, subject.ids]).reverse();
  expect(done).toEqual(ids.map((id) => ['done', [id]]));
});

it("deletes enquiries by id and reference, and keeps the person's other enquiry", async () => {
  const [byId, byReference, kept] = [await store(), await store(), await store()];
  for (const id of [byId, kept]) {
    await writeFile(join(settings.OUTBOX_DIR, `${id}.staff.eml`), `To: office@example.co.za\r\n`);
  }
  const { name, data, opts } = notificationJob(byId, 'staff');
  await queues.notifications.add(name, data, opts);
  const { code, notes } = await submissions(
    'erase',
    byId.toUpperCase(),
    referenceOf(byReference).toLowerCase(),
    '--yes',
  );
  expect(code).toBe(0);
  expect(notes).toMatch(/^Erased: 1 enquiry and 1 email in the outbox\.\nErased: 1 enquiry\.$/m);
  expect(await findSubmission(database, byId)).toBeNull();
  expect(await findSubmission(database, byReference)).toBeNull();
  expect(await findSubmission(database, kept)).not.toBeNull();
  expect(await readdir(settings.OUTBOX_DIR)).toEqual([`${kept}.staff.eml`]);
});

it('reports an unknown reference, but accepts an unknown id', async () => {
  const none = await submissions('erase', '0000-0000', '--yes');
  expect([none.code, none.notes]).toEqual([1, 'There is no enquiry with that reference.\n']);
  const { code, notes } = await submissions('erase', createAccepted().id, '--yes');
  expect(code).toBe(0);
  expect(notes).toMatch(/^Erased: no data\.$/m);
});

it('deletes the data of several people at the same time', async () => {
  const emails = Array.from({ length: 8 }, (_, index) => `person-${index}@example.net`);
  const erased = await Promise.all(emails.map((address) => submissions('erase', address, '--yes')));
  expect(erased.map(({ code }) => code)).toEqual(emails.map(() => 0));
});
