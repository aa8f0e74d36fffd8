import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { queueBoardPath } from '../../office/paths.ts';
import { storeSubmissionJob } from '../../contract/jobs.ts';
import { createCheapUser } from '../../testing/accounts.ts';
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
  await createCheapUser(database, { username: 'reader', password });
  await createCheapUser(database, { username: 'operator', password, role: 'ops' });
  submissions = new Queue(storeSubmissionJob.queue, {
    connection: { url: settings.REDIS_URL },
    prefix: settings.QUEUE_PREFIX,
  });
});

beforeEach(async () => {
  jobId = randomUUID();
  const data = { version: 99, id: jobId, form };
  await submissions.add(storeSubmissionJob.name, data, { jobId });
  await expect.poll(() => submissions.isPaused()).toBe(false);
  await untilFailed();
});

afterAll(() => submissions.close());

async function untilFailed(): Promise<void> {
  await expect.poll(() => submissions.getJobState(jobId)).toBe('failed');
}

/** Browsers send this header with requests that change data. Playwright's requests do not. */
const sameOrigin = () => ({ Origin: product.site });

/** Opens a page and signs in to the enquiries desk. The queue board uses the same session. */
async function openBoard(username: string) {
  const opened = await browser.openPage({ viewport: { width: 1280, height: 900 } });
  const answer = await opened.page.request.post(`${product.site}/ops/api/session.sign-in`, {
    data: { username, password },
    headers: sameOrigin(),
  });
  expect(answer.ok()).toBe(true);
  return opened;
}

/** Ignores warnings about preloaded files: the board preloads files that a page does not use. */
function serious(complaints: string[]): string[] {
  return complaints.filter((complaint) => !complaint.includes('preloaded'));
}

function jobPage(): string {
  return `${product.site}${queueBoardPath}/queue/submissions/${jobId}`;
}

it('requires a session for everything, including its files', async () => {
  for (const path of ['', '/api/queues', '/static/favicon.ico']) {
    const response = await fetch(`${product.site}${queueBoardPath}${path}`);
    expect(response.status).toBe(401);
  }
});

it('shows all queues, with a content security policy that forbids inline code', async () => {
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

/** The icons of buttons that change something, and the items of the page's menus. */
async function offered(page: Page): Promise<string[]> {
  const icons = await page
    .locator('[class*="jobActions"] button:visible svg, [class*="queueActions"] button:visible svg')
    .evaluateAll((found) => found.map((icon) => icon.getAttribute('class')?.split(' ').at(-1)));
  const words: string[] = [];
  for (const menu of await page.locator('button:visible:has(.lucide-ellipsis-vertical)').all()) {
    await menu.click();
    await page.getByRole('menu').first().waitFor();
    const items = page.locator('[role="menuitem"]:visible, [role="menu"] button:visible');
    words.push(...(await items.allTextContents()));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').first().waitFor({ state: 'detached' });
  }
  return [...icons.flatMap((icon) => icon ?? []), ...words];
}

it.each([
  ['operator', ['lucide-refresh-cw']],
  ['reader', ['lucide-refresh-cw', 'lucide-trash-2']],
])('offers the %s only permitted changes', async (username, icons) => {
  const { page, complaints } = await openBoard(username);
  await page.goto(jobPage());
  await page.getByRole('tab', { name: 'Data' }).waitFor();
  expect(await offered(page)).toEqual(icons);
  await page.goto(`${product.site}${queueBoardPath}`);
  await page.getByText('submissions').first().waitFor();
  expect((await offered(page)).filter((words) => !words.startsWith('Sort by'))).toEqual([]);
  await page.goto(`${product.site}${queueBoardPath}/queue/submissions?status=failed`);
  await page.locator('[class*="jobActions"]').first().waitFor();
  expect(new Set(await offered(page))).toEqual(new Set(icons));
  expect(serious(complaints)).toEqual([]);
  await page.context().close();
});

it("shows our logo and the workers' metrics, and links back to the enquiries desk", async () => {
  const { page, complaints } = await openBoard('operator');
  await page.goto(`${product.site}${queueBoardPath}/queue/submissions?status=failed`);
  const mark = page.getByRole('img', { name: 'Queues' });
  expect(await mark.getAttribute('src')).toMatch(/^data:image\/svg/);
  expect(await mark.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(
    0,
  );
  await page.getByText('Throughput').waitFor();
  // A curve without jobs is flat. Playwright counts such an element as hidden.
  await page.locator('section path.recharts-curve').first().waitFor({ state: 'attached' });
  await page.locator('button:has(.lucide-circle-user)').click();
  const link = page.getByRole('menuitem', { name: 'Enquiries' });
  expect(await link.getAttribute('href')).toBe('/ops/status');
  expect(serious(complaints)).toEqual([]);
  await page.context().close();
});

it('shows form data to staff who may read enquiries, and lets them remove the job', async () => {
  const { page, complaints } = await openBoard('reader');
  await page.goto(jobPage());
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByText(form.message).first().waitFor();
  expect(serious(complaints)).toEqual([]);
  const response = await page.request.put(
    `${product.site}${queueBoardPath}/api/queues/submissions/${jobId}/clean`,
    { headers: sameOrigin() },
  );
  expect(response.status()).toBe(204);
  expect(await submissions.getJob(jobId)).toBeUndefined();
  await page.context().close();
});

it('hides form data from operators, who can retry a job but not remove it', async () => {
  const { page, complaints } = await openBoard('operator');
  await page.goto(jobPage());
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByText('[hidden]').first().waitFor();
  expect(await page.content()).not.toContain(form.firstName);
  const address = `${product.site}${queueBoardPath}/api/queues/submissions/${jobId}`;
  expect(await (await page.request.get(address)).text()).not.toContain(form.firstName);

  const before = (await submissions.getJob(jobId))?.attemptsStarted ?? 0;
  const retried = await page.request.put(`${address}/retry`, { headers: sameOrigin() });
  expect(retried.status()).toBe(204);
  const attempts = async () => (await submissions.getJob(jobId))?.attemptsStarted;
  await expect.poll(attempts).toBeGreaterThan(before);
  expect(serious(complaints)).toEqual([]);
  for (const change of ['clean', 'update-data']) {
    const method = change === 'clean' ? 'PUT' : 'PATCH';
    const response = await page.request.fetch(`${address}/${change}`, {
      ...{ method, data: {}, headers: sameOrigin() },
    });
    expect(response.status()).toBe(403);
  }
  await page.context().close();
});
