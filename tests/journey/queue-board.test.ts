import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
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
  await createCheapUser(database, { username: 'officer', password, role: 'officer' });
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
  const { page, complaints } = await openBoard('officer');
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

it('offers no changes, not even to an officer', async () => {
  const { page, complaints } = await openBoard('officer');
  await page.goto(jobPage());
  await page.getByText('[hidden]').first().waitFor();
  expect(await page.content()).not.toContain(form.firstName);
  for (const icon of ['refresh-cw', 'trash-2', 'pause', 'play', 'plus', 'pencil']) {
    expect([icon, await page.locator(`button:visible .lucide-${icon}`).count()]).toEqual([icon, 0]);
  }
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
