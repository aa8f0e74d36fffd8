import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';

import { notificationJob, storeSubmissionJob } from '#contract/jobs.ts';
import { createUser } from '#storage/users.ts';
import { createSubmissionPayload } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { failWaitingJob, withQueues } from '#support/queues.ts';
import { queueBoardPath } from '../../office/paths.ts';
import { password, sessionOf, startOfficeUnderTest } from './office-under-test.ts';

const office = forAllTests(startOfficeUnderTest);
const enquiry = createSubmissionPayload();
const mail = notificationJob(randomUUID(), 'staff');

beforeAll(async () => {
  await createUser(office.database, { username: 'operator', password, role: 'ops' });
  await createUser(office.database, { username: 'officer', password, role: 'officer' });
  await inQueues(async ({ submissions, notifications }, redis) => {
    await submissions.add(storeSubmissionJob.name, enquiry, { jobId: enquiry.id, attempts: 1 });
    await failWaitingJob(submissions, redis, `no such mailbox: ${enquiry.form.email}`);
    await notifications.add(mail.name, mail.data, { ...mail.opts, delay: 3_600_000 });
  });
});

function inQueues<Result>(work: Parameters<typeof withQueues<Result>>[2]): Promise<Result> {
  return withQueues(office.settings.REDIS_URL, office.settings.QUEUE_PREFIX, work);
}

async function request(path: string, user = 'officer', method = 'GET'): Promise<Response> {
  const Cookie = await sessionOf(office.database, user);
  return fetch(`${office.url}${queueBoardPath}${path}`, {
    method,
    headers: { Cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
}

it('shows jobs to nobody with what a visitor wrote, nor why they failed', async () => {
  for (const path of [
    '/api/queues?activeQueue=submissions&status=failed',
    `/api/queues/submissions/${enquiry.id}`,
  ]) {
    const text = await (await request(path)).text();
    expect(text).toContain(enquiry.id);
    expect(text).toContain('[hidden]');
    expect(text).toContain('"failedReason":"[hidden]"');
    for (const value of Object.values(enquiry.form)) expect(text).not.toContain(value);
  }
});

it.each([
  ['PUT', '/api/queues/pause'],
  ['PUT', '/api/queues/notifications/pause'],
  ['PUT', '/api/queues/notifications/empty'],
  ['PUT', '/api/queues/notifications/obliterate'],
  ['PUT', '/api/queues/notifications/clean/delayed'],
  ['PUT', '/api/queues/notifications/promote'],
  ['PUT', `/api/queues/notifications/${mail.opts.jobId}/clean`],
  ['PATCH', `/api/queues/notifications/${mail.opts.jobId}/update-data`],
  ['POST', '/api/queues/notifications/add'],
])('changes nothing: %s %s', async (method, path) => {
  expect((await request(path, 'officer', method)).status).toBe(403);
  await inQueues(async ({ notifications }) => {
    expect(await notifications.isPaused()).toBe(false);
    expect(await notifications.getJobState(mail.opts.jobId)).toBe('delayed');
  });
});

it('records who opens it, before it is shown', async () => {
  expect((await request('', 'operator')).status).toBe(200);
  const [record] = await office.database.audit.read({ limit: 1 });
  expect(record).toMatchObject({ actor: 'operator', action: 'queue.board' });
});
