import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { storeSubmissionJob } from '#contract/jobs.ts';
import { createUser } from '#storage/users.ts';
import { findViolations } from '#support/axe.ts';
import { startBrowser } from '#support/browser.ts';
import { createSubmissionPayload } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { loadedFiles, scriptsOf, totalOf } from '#support/loaded-files.ts';
import { serveOfficePages } from '#support/office/office-pages.ts';
import { withQueues } from '#support/queues.ts';
import { startPipeline } from '#support/running-product.ts';
import { serveSmallSite } from '#support/serve-site.ts';
import { startStoreProxies } from '#support/tcp-proxy.ts';

const password = 'marula branch teapot';
const budget = 160_000;

const browser = forAllTests(startBrowser);
const pipeline = forAllTests(startPipeline);
const stores = forAllTests(() => startStoreProxies(pipeline.settings));
const site = forAllTests(async () => {
  const api = await pipeline.start('api');
  return serveSmallSite({ apiUrl: api.url });
});
const office = forAllTests(() =>
  serveOfficePages({ ...pipeline.settings, ...stores.settings, SITE_URL: site.url }),
);

beforeAll(async () => {
  await createUser(pipeline.database, { username: 'operator', password, role: 'ops' });
  await pipeline.start('worker', { SITE_URL: site.url });
});

/** Opens the status page with the role ops. The test fails on unexpected console errors. */
async function openStatus(expected = /status of 404/): Promise<Page> {
  const { page, complaints } = await browser.openPage();
  page.setDefaultTimeout(60_000);
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  });
  await page.clock.install();
  const data = { username: 'operator', password };
  const headers = { Origin: office.url };
  await page.request.post(`${office.url}/ops/api/session.sign-in`, { data, headers });
  await page.goto(`${office.url}/ops/status`);
  await page.getByRole('heading', { name: 'Queues', exact: true }).waitFor();
  return page;
}

/** Advances the page's clock, so that the page refreshes, until the condition holds. */
async function refreshUntil(page: Page, isExpected: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(15_000);
        return isExpected();
      },
      { timeout: 40_000, interval: 1_000 },
    )
    .toBe(true);
}

function untilShown(page: Page, text: string | RegExp): Promise<void> {
  return refreshUntil(page, () => page.getByText(text).first().isVisible());
}

async function expectNobodyShutOut(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  for (const width of [320, 360, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${width}`).toBe(width);
  }
}

function queues<Result>(work: Parameters<typeof withQueues<Result>>[2]): Promise<Result> {
  const { REDIS_URL, QUEUE_PREFIX } = pipeline.settings;
  return withQueues(REDIS_URL, QUEUE_PREFIX, work);
}

/** Adds an enquiry that the worker cannot store. Resolves to its id once its job has failed. */
function addUnfit(): Promise<string> {
  const id = randomUUID();
  const data = { ...createSubmissionPayload(), id, version: 99 } as never;
  return queues(async ({ submissions }) => {
    await submissions.add(storeSubmissionJob.name, data, { jobId: id });
    await expect.poll(() => submissions.getJobState(id)).toBe('failed');
    return id;
  });
}

async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('shows the state of the pipeline', async () => {
  const page = await openStatus();
  for (const name of ['Site', 'API', 'Redis', 'Worker', 'MongoDB', 'Email']) {
    await page.getByRole('listitem').filter({ hasText: name }).first().waitFor();
  }
  await expect.poll(() => page.getByText(/^OK(,|$)/).count()).toBeGreaterThan(5);
  await expectNobodyShutOut(page);
  const scripts = scriptsOf(await loadedFiles(page));
  expect(totalOf(scripts)).toBeLessThanOrEqual(budget);
});

it('shows the runbook that an alert links to, even without a session', async () => {
  const { page } = await browser.openPage();
  onTestFinished(() => page.context().close());
  await page.goto(`${office.url}/ops/runbooks#failed-jobs`);
  const heading = page.getByRole('heading', { name: 'Failed jobs' });
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(100);
  await expectNobodyShutOut(page);
});

it('warns of a failed job, and retries it', async () => {
  const id = await addUnfit();
  const page = await openStatus();
  await untilShown(page, 'Failed jobs in submissions: 1.');
  const runbook = page.getByRole('link', { name: 'Read the runbook' }).first();
  expect(await runbook.getAttribute('href')).toBe(`${office.url}/ops/runbooks#failed-jobs`);
  await expectNobodyShutOut(page);
  const retry = 'Retry all failed';
  await page.getByRole('button', { name: `${retry} submissions` }).click();
  await confirm(page, retry);
  await expect
    .poll(
      async () =>
        (await pipeline.database.audit.read({ action: 'queue.retry-failed', limit: 1 }))[0],
    )
    .toMatchObject({ actor: 'operator', outcome: 'done', subject: { ids: [id] } });
  // The job fails again.
  await queues(async ({ submissions }) => {
    await expect.poll(() => submissions.getJobState(id)).toBe('failed');
    await submissions.remove(id);
  });
  await untilShown(page, 'No problems found.');
  expect(await page.getByRole('button', { name: retry }).count()).toBe(0);
});

it('shows an outage of Redis with its effects, and recovers', async () => {
  const page = await openStatus(/status of (404|50\d)/);
  await stores.redis.down();
  await untilShown(page, 'Redis is not answering. Its jobs are safe');
  await page.getByText(/^All \d+ checks/).click();
  await page.getByText('Not checked: Redis comes first.').first().waitFor();
  await expectNobodyShutOut(page);
  await stores.redis.up();
  await untilShown(page, 'No problems found.');
  await untilShown(page, 'Stores enquiries');
});
