import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { queueBoardPath } from '../../contract/api.ts';
import { storeSubmissionJob } from '../../contract/jobs.ts';
import { createUser } from '../../storage/users.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { startBrowser } from '../../testing/browser.ts';
import { startProduct } from '../../testing/running-product.ts';

const password = 'marula branch teapot';
const form = createEnquiry();

const browser = forAllTests(startBrowser);
const product = forAllTests(startProduct);
let submissions: Queue;
let jobId: string;

beforeAll(async () => {
  const { database, settings } = product;
  await createUser(database, { username: 'reader', password });
  await createUser(database, { username: 'operator', password, maySeePersonalData: false });
  submissions = new Queue(storeSubmissionJob.queue, {
    connection: { url: settings.REDIS_URL },
    prefix: settings.QUEUE_PREFIX,
  });
});

beforeEach(async () => {
  jobId = randomUUID();
  const data = { version: 99, id: jobId, form };
  await submissions.add(storeSubmissionJob.name, data, { jobId });
  await vi.waitFor(async () => expect(await submissions.isPaused()).toBe(false));
  await untilFailed();
});

afterAll(() => submissions.close());

async function untilFailed(): Promise<void> {
  await vi.waitFor(async () => expect(await submissions.getJobState(jobId)).toBe('failed'), {
    timeout: 10_000,
  });
}

function openBoard(username: string) {
  return browser.openPage({
    httpCredentials: { username, password },
    viewport: { width: 1280, height: 900 },
  });
}

/** The board preloads more of its own files than each page uses. */
function serious(complaints: string[]): string[] {
  return complaints.filter((complaint) => !complaint.includes('preloaded'));
}

function jobPage(): string {
  return `${product.site}${queueBoardPath}/queue/submissions/${jobId}`;
}

it('asks who it is before it shows anything, its files included', async () => {
  for (const path of ['', '/api/queues', '/static/favicon.ico']) {
    const response = await fetch(`${product.site}${queueBoardPath}${path}`);
    expect(response.status).toBe(401);
  }
});

it('shows all queues under a policy without inline code or other servers', async () => {
  const { page, complaints } = await openBoard('reader');
  const answer = await page.goto(`${product.site}${queueBoardPath}`);
  for (const name of ['submissions', 'notifications', 'maintenance']) {
    await page.getByText(name).first().waitFor();
  }
  await page.getByText('submissions').first().click();
  await page.getByText('Failed').first().waitFor();
  expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
  expect(serious(complaints)).toEqual([]);
  await page.context().close();
});

it('shows what a visitor typed to those who may read it, who may remove the job too', async () => {
  const { page, complaints } = await openBoard('reader');
  await page.goto(jobPage());
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByText(form.message).first().waitFor();
  expect(serious(complaints)).toEqual([]);
  const response = await page.request.put(
    `${product.site}${queueBoardPath}/api/queues/submissions/${jobId}/clean`,
  );
  expect(response.status()).toBe(204);
  expect(await submissions.getJob(jobId)).toBeUndefined();
  await page.context().close();
});

it('hides it from everybody else, who may retry a job and not remove it', async () => {
  const { page, complaints } = await openBoard('operator');
  await page.goto(jobPage());
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByText('[hidden]').first().waitFor();
  expect(await page.content()).not.toContain(form.firstName);
  const address = `${product.site}${queueBoardPath}/api/queues/submissions/${jobId}`;
  expect(await (await page.request.get(address)).text()).not.toContain(form.firstName);

  const before = (await submissions.getJob(jobId))?.attemptsStarted ?? 0;
  expect((await page.request.put(`${address}/retry`)).status()).toBe(204);
  await vi.waitFor(async () => {
    expect((await submissions.getJob(jobId))?.attemptsStarted).toBeGreaterThan(before);
  });
  expect(serious(complaints)).toEqual([]);
  for (const change of ['clean', 'update-data']) {
    const method = change === 'clean' ? 'PUT' : 'PATCH';
    const response = await page.request.fetch(`${address}/${change}`, { method, data: {} });
    expect(response.status()).toBe(403);
  }
  await page.context().close();
});
