import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';

import { findViolations } from '#support/axe.ts';
import { startBrowser } from '#support/browser.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { officePassword as password, startOfficePages } from '#support/office/office-pages.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);

/** Matches the message that Chromium logs for every 4xx status, even for an expected one. */
const ofStatus = /status of 4\d\d/;

async function open(path: string, url = office.url): Promise<Page> {
  const { page, complaints } = await browser.openPage();
  onTestFinished(async () => {
    await page.context().close();
    expect(complaints.filter((complaint) => !ofStatus.test(complaint))).toEqual([]);
  });
  await page.goto(`${url}/ops${path}`);
  return page;
}

async function signIn(page: Page, username = 'the-officer', secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

it('asks a tab to sign in again after another account has signed in in another tab', async () => {
  const page = await open('/account');
  await signIn(page, 'the-staff');
  await page.getByLabel('Name', { exact: true }).fill('Sipho Staff');
  const other = await page.context().newPage();
  await other.goto(`${office.url}/ops/account`);
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await signIn(other, 'the-officer');
  await heading(other, 'My account').waitFor();

  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  const named = await office.database.users.find({ name: 'Sipho Staff' }).lean();
  expect(named.map(({ username }) => username)).toEqual(['the-staff']);
  await office.database.users.updateOne({ username: 'the-staff' }, { $unset: { name: 1 } });
});

/** Sets the start of all sessions to eleven minutes ago. */
async function age(): Promise<void> {
  const { sessions } = office.database;
  const $set = { createdAt: new Date(Date.now() - 660_000) };
  for (const { _id } of await sessions.find().lean()) await sessions.updateOne({ _id }, { $set });
}

it('asks for the password again before it changes details, and keeps what was typed', async () => {
  const page = await open('/account');
  await signIn(page, 'the-staff');
  await page.getByLabel('Name', { exact: true }).fill('Sipho Staff');
  await age();
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await dialog.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Please enter your password or use a passkey again.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sipho Staff');

  await save.click();
  await dialog.waitFor();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('Incorrect username or password.').waitFor();
  await dialog.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.', { exact: true }).first().waitFor();
  // A second change needs no password, because the last sign-in is recent.
  await page.getByLabel('Name', { exact: true }).fill('Sipho');
  await save.click();
  await page
    .getByRole('region', { name: 'My account' })
    .getByText('Sipho', { exact: true })
    .waitFor();
  await office.database.users.updateOne({ username: 'the-staff' }, { $unset: { name: 1 } });
});

/** Gives a page a virtual authenticator for passkeys, which approves everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it('signs in with a passkey until it is removed', async () => {
  const page = await open('/account');
  await addAuthenticator(page);
  await signIn(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const remove = page.getByRole('button', { name: 'Remove passkey Chrome' });
  await remove.waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await heading(page, 'My account').waitFor();
  expect(await page.getByText('the-officer').count()).toBeGreaterThan(0);
  const [record] = await office.database.audit.read({ limit: 1, action: 'session.sign-in' });
  expect(record).toMatchObject({ actor: 'the-officer', subject: { conditions: ['passkey'] } });

  await age();
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await remove.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey is unknown').waitFor();
});

it('adds a colleague, who signs in through a link', async () => {
  const page = await open('/enquiries?tab=all');
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const colleagues = page.getByLabel('Assigned to').getByRole('option');
  await page.getByText('Filter and sort').click();
  await page.getByLabel('Assigned to').waitFor();
  expect(await colleagues.allInnerTexts()).not.toContain('Zanele Khumalo');
  await menu.getByRole('link', { name: 'Accounts' }).click();
  await heading(page, 'Accounts').waitFor();
  await page.getByRole('button', { name: 'Add account …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  await dialog.getByLabel('Name', { exact: true }).fill('Zanele Khumalo');
  await dialog.getByLabel('Username').fill('zanele');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add account' }).click();
  const given = page.getByRole('dialog', { name: 'Give Zanele Khumalo this link' });
  const link = await given.getByLabel('Link').inputValue();
  expect(await findViolations(page)).toEqual([]);
  const path = link.split('/ops')[1] ?? '';
  await given.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Zanele Khumalo' });
  await row.getByText('Has not signed in yet.').waitFor();
  const colleague = await open('/welcome#a-used-link');
  await colleague.getByText(/no longer valid/).waitFor();
  await colleague.evaluate((next) => (location.href = next), `/ops${path}`);
  await colleague.getByLabel('New password').fill('Xk3-bregma-loft');
  await colleague.getByRole('button', { name: 'Save password and sign in' }).click();
  await colleague.getByRole('navigation', { name: 'Main' }).getByText('Status').waitFor();
  expect(colleague.url()).not.toContain('#');
  await page.reload();
  await row.getByText(/^Last sign-in /).waitFor();
  await menu.getByRole('link', { name: 'Enquiries' }).click();
  await page.getByText('Filter and sort').click();
  await expect.poll(() => colleagues.allInnerTexts()).toContain('Zanele Khumalo');

  await menu.getByRole('link', { name: 'Accounts' }).click();
  await row.getByRole('button', { name: 'Edit Zanele Khumalo' }).click();
  await page.getByRole('dialog').getByLabel('Account', { exact: true }).selectOption('Disabled');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Disabled · Staff').waitFor();
  await colleague.reload();
  await heading(colleague, 'Staff sign-in').waitFor();
});

it('PROMISE 13: password forms say whose password it is, to password managers only', async () => {
  const page = await open('/account');
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await signIn(page, 'the-staff');
  const field = page.locator('input[autocomplete="username"]');
  await field.waitFor({ state: 'attached' });
  expect(await field.evaluate((input) => (input as HTMLInputElement).value)).toBe('the-staff');
  expect(await field.evaluate((input) => (input as HTMLInputElement).type)).toBe('text');
  expect(await page.getByRole('textbox', { name: 'the-staff' }).count()).toBe(0);
  expect(messages.filter((text) => /username field/.test(text))).toEqual([]);
});

describe('the pages', () => {
  it('have no accessibility violations in either theme, and fit a phone', async () => {
    const page = await open('/sign-in');
    await heading(page, 'Staff sign-in').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    for (const path of ['/accounts', '/account']) {
      await page.goto(`${office.url}/ops${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 640 });
        expect(await findViolations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
  });

  it('have a strict CSP and are not cached, while their scripts are cached for a year', async () => {
    const answer = await fetch(`${office.url}/ops/accounts`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    const [, script = ''] = /src="([^"]+\.js)"/.exec(await answer.text()) ?? [];
    const file = await fetch(`${office.url}${script}`);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await fetch(`${office.url}/ops/api/account.list`, { method: 'POST' })).status).toBe(
      401,
    );
  });
});
