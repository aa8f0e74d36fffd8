import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';

import { referenceOf } from '#contract/reference.ts';
import { findEnquiries } from '#storage/enquiries.ts';
import { startBrowser } from '#support/browser.ts';
import { createUniqueEnquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { openSignedIn, startOfficePages } from '#support/office/office-pages.ts';
import { storeAccepted } from '#support/own-stores.ts';
import { findViolations } from '#support/axe.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);

/** Stores an enquiry. Resolves to its reference. */
async function arrive(options: Parameters<typeof storeAccepted>[1] = {}): Promise<string> {
  const id = await storeAccepted(office.database, { form: createUniqueEnquiry(), ...options });
  return referenceOf(id);
}

declare global {
  interface Window {
    /** The notifications of the page so far. */
    given: string[];
    setVisible: (isVisible: boolean) => void;
  }
}

/** Records notifications instead of presenting them, and lets a test hide the page. */
function double(): void {
  window.given = [];
  let visibility: DocumentVisibilityState = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility });
  window.setVisible = (isVisible) => {
    visibility = isVisible ? 'visible' : 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
  };
  class Shown extends EventTarget {
    static requestPermission = () => Promise.resolve(sessionStorage.getItem('answer') ?? 'granted');
    constructor(title: string, { body = '' }: NotificationOptions) {
      super();
      window.given.push(`${title}: ${body}`);
    }
  }
  Object.assign(window, { Notification: Shown });
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openSignedIn(browser, office.url, 'the-staff', '/status', options);
  page.setDefaultTimeout(60_000);
  onTestFinished(() => page.context().close());
  await page.context().addInitScript(double);
  await page.goto(`${office.url}/ops${path}`);
  return page;
}

const titled = (page: Page, title: RegExp) => expect.poll(() => page.title()).toMatch(title);
const given = (page: Page) => page.evaluate(() => window.given);

it('shows the number of new enquiries in the title on every page', async () => {
  await office.database.submissions.deleteMany({});
  const page = await open('/overview');
  await titled(page, /^Overview – /);
  await arrive();
  await titled(page, /^\(1\) Overview – /);
  await arrive({ screening: { score: 9, reasons: [], verdict: 'hidden' as const } });
  await arrive();
  await page.getByRole('link', { name: 'Enquiries', exact: true }).first().click();
  await titled(page, /^\(2\) Enquiries – /);
  expect(await given(page)).toEqual([]);
  await page
    .getByRole('checkbox', { name: /^Select \w{4}-/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await titled(page, /^\(1\) Enquiries – /);
});

it('shows a notification without personal data while the page is hidden', async () => {
  await office.database.submissions.deleteMany({});
  const page = await open('/account', { viewport: { width: 360, height: 740 } });
  const notification = page.getByLabel(/^Show a notification/);
  expect(await notification.isChecked()).toBe(false);
  expect(await findViolations(page)).toEqual([]);
  await page.evaluate(() => sessionStorage.setItem('answer', 'denied'));
  await notification.click();
  await page.getByRole('alert').getByText('Notifications are blocked').waitFor();
  expect(await notification.isChecked()).toBe(false);
  await page.evaluate(() => sessionStorage.clear());
  await notification.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => notification.isChecked()).toBe(true);
  const samples = ['Notifications are on: New enquiries will appear here.'];
  await expect.poll(() => given(page)).toEqual(samples);

  await arrive();
  const { length } = await findEnquiries(office.database, { isSpam: false, state: 'new' });
  await titled(page, new RegExp(`^\\(${length}\\) `));
  expect(await given(page)).toEqual(samples);
  await page.evaluate(() => window.setVisible(false));
  const reference = await arrive();
  await expect
    .poll(() => given(page), { timeout: 90_000 })
    .toEqual([...samples, `New enquiry: ${reference}`]);
});

it('the desk can be installed, with a public manifest that names the firm', async () => {
  const page = await open('/account');
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await fetch(new URL(link ?? '', office.url));
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const company = await page.locator('meta[name="application-name"]').getAttribute('content');
  const { icons, ...manifest } = (await response.json()) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({
    ...{ name: `Enquiries – ${company}`, display: 'standalone' },
    ...{ scope: '/ops/', start_url: '/ops/' },
  });
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.width}x${image.height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  const devtools = await page.context().newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});
