import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { queueBoardPath } from '../../office/paths.ts';
import { notificationJob, storeSubmissionJob } from '../../contract/jobs.ts';
import { closeQueues, openQueues, type Queues } from '../../platform/queues.ts';
import { createRedis, type RedisClient } from '../../platform/redis.ts';
import type { AuditRecord } from '../../storage/audit-trail.ts';
import { createCheapUser } from '../../testing/accounts.ts';
import { createSubmissionPayload } from '../../testing/enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import {
  password,
  sessionOf,
  startOfficeUnderTest,
  type OfficeUnderTest,
} from './office-under-test.ts';

let office: OfficeUnderTest;
let redis: RedisClient;
let queues: Queues;
let id: string;
let seen = new Set<string>();

beforeAll(async () => {
  office = await startOfficeUnderTest();
  await createCheapUser(office.database, { username: 'operator', password, role: 'ops' });
  redis = createRedis(office.settings.REDIS_URL, 'background');
  queues = openQueues(redis, office.settings.QUEUE_PREFIX);
});

beforeEach(async () => {
  const { name, data, opts } = notificationJob(randomUUID(), 'staff');
  id = opts.jobId;
  await queues.notifications.add(name, data, { ...opts, delay: 3_600_000 });
  seen = new Set((await office.database.audit.read({ limit: 99 })).map(({ _id }) => _id));
});

afterAll(async () => {
  await closeQueues(queues, redis);
  redis.disconnect();
  await office.stop();
});

async function change(user: string, path: string, method = 'PUT', minutes = 0): Promise<number> {
  const headers = {
    Cookie: await sessionOf(office.database, user, minutes),
    'Content-Type': 'application/json',
    'Sec-Fetch-Site': 'same-origin',
  };
  const url = `${office.url}${queueBoardPath}/api/queues/${path.replace('ID', id)}`;
  return (await fetch(url, { method, headers, body: '{}' })).status;
}

function ended(): Promise<AuditRecord> {
  return waitFor('the change has ended', async () => {
    const records = await office.database.audit.read({ limit: 99 });
    return records.find(({ _id, endedAt }) => !seen.has(_id) && endedAt);
  });
}

it.each([
  ['operator', 'notifications/promote', 200, 'queue.promote', 'done'],
  ['naledi', 'notifications/empty', 403, 'queue.change', 'refused'],
  ['naledi', 'notifications/clean/failed', 403, 'queue.change', 'refused'],
  // A whole queue can be paused, resumed or retried only on the status page, with a reason.
  ['naledi', 'notifications/pause', 403, 'queue.change', 'refused'],
  ['operator', 'notifications/resume', 403, 'queue.change', 'refused'],
  ['operator', 'notifications/retry/failed', 403, 'queue.change', 'refused'],
  ['naledi', 'nowhere/promote', 404, 'queue.promote', 'failed'],
] as const)(
  'records the changes that %s tries to make to a queue: %s',
  async (user, path, status, action, outcome) => {
    expect(await change(user, path)).toBe(status);
    const [queue, ...words] = path.split('/');
    const { subject, ...record } = await ended();
    expect(record).toMatchObject({ actor: user, action, outcome });
    expect(subject.ids).toEqual([]);
    expect(subject.conditions[0]).toBe(queue);
    if (action === 'queue.change') expect(subject.conditions).toEqual([queue, ...words]);
  },
);

it.each([
  ['operator', 'ID/promote', 204, 'queue.promote-job', 'done'],
  ['operator', 'ID/retry', 400, 'queue.retry-job', 'failed'],
  ['operator', 'ID/clean', 403, 'queue.remove-job', 'refused'],
  ['naledi', 'ID/clean', 204, 'queue.remove-job', 'done'],
] as const)(
  'records the changes that %s tries to make to a job: %s',
  async (user, path, status, action, outcome) => {
    expect(await change(user, `notifications/${path}`)).toBe(status);
    expect(await ended()).toMatchObject({
      actor: user,
      action,
      outcome,
      subject: { ids: [id], count: 1, conditions: ['notifications'] },
    });
  },
);

it('refuses to remove a job more than ten minutes after the sign-in', async () => {
  expect(await change('naledi', 'notifications/ID/promote', 'PUT', 11)).toBe(204);
  await ended();
  seen = new Set((await office.database.audit.read({ limit: 99 })).map(({ _id }) => _id));
  expect(await change('naledi', 'notifications/ID/clean', 'PUT', 11)).toBe(403);
  expect(await ended()).toMatchObject({ action: 'queue.remove-job', outcome: 'refused' });
  // The router of the queue board would treat these as the same path.
  for (const path of [
    'notifications/ID/clean/',
    'notifications/ID/CLEAN',
    'notifi%63ations/ID/clean',
  ]) {
    expect([path, await change('naledi', path, 'PUT', 11)]).toEqual([path, 403]);
  }
  expect(await queues.notifications.getJob(id)).toBeDefined();
});

it.each([
  ['notifications/add', 'POST'],
  ['notifications/ID/update-data', 'PATCH'],
])('records forbidden attempts: %s', async (path, method) => {
  expect(await change('naledi', path, method)).toBe(403);
  expect(await ended()).toMatchObject({
    action: 'queue.change',
    outcome: 'refused',
    subject: { conditions: path.replace('ID', id).split('/') },
  });
});

async function read(user: string, path: string): Promise<string> {
  const url = `${office.url}${queueBoardPath}/api/queues${path}`;
  const Cookie = await sessionOf(office.database, user);
  return (await fetch(url, { headers: { Cookie } })).text();
}

it('records which enquiries are read in jobs, at most once an hour', async () => {
  const submissionId = id.replace(/-staff$/, '');
  for (const user of ['naledi', 'naledi', 'operator']) {
    expect(await read(user, `/notifications/${id}`)).toContain(submissionId);
    expect(await read(user, '?activeQueue=notifications&status=delayed')).toContain(submissionId);
  }
  const records = await office.database.audit.read({ id: submissionId, limit: 9 });
  expect(records.map(({ actor, action }) => [actor, action])).toEqual([['naledi', 'queue.board']]);
});

it('stores the enquiry of a job before the job is removed', async () => {
  const data = createSubmissionPayload();
  await queues.submissions.add(storeSubmissionJob.name, data, { jobId: data.id, delay: 3_600_000 });
  expect(await change('naledi', `submissions/${data.id.replace('-', '%2D')}/clean`)).toBe(204);
  await ended();
  expect(await queues.submissions.getJob(data.id)).toBeUndefined();
  const kept = await office.database.submissions.findById(data.id).lean().exec();
  expect(kept).toMatchObject({ ...data.form, status: 'accepted' });
});
