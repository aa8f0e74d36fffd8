import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';

import { findViolations } from '#support/axe.ts';
import { startBrowser } from '#support/browser.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { officePassword as password, startOfficePages } from '#support/office/office-pages.ts';
import { storeAccepted } from '#support/own-stores.ts';

const browser = forAllTests(startBrowser);
const office = forAllTests(startOfficePages);

async function open(path: string): Promise<Page> {
  const { page } = await browser.openPage();
  onTestFinished(() => page.context().close());
  await page.goto(`${office.url}/ops${path}`);
  return page;
}

async function signIn(page: Page, username = 'the-officer', secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

it('PROMISE 13: signs in at the address of the page, only with the right password', async () => {
  const page = await open('/accounts');
  await heading(page, 'Staff sign-in').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Username').fill('the-officer');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByText('a link is on its way').waitFor();
  await signIn(page, 'the-officer', 'wrong password');
  await page.getByRole('alert').getByText('Incorrect username or password.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/ops/accounts');
  await signIn(page);
  await heading(page, 'Accounts').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await heading(page, 'Staff sign-in').waitFor();
});

it('PROMISE 13: a session that ends in the middle of a reply keeps the reply', async () => {
  const id = await storeAccepted(office.database);
  const page = await open(`/enquiries/${id}`);
  await signIn(page, 'the-staff');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const reply = page.getByLabel(/^To /);
  await reply.fill('Dear all,\n\nHalf a reply');
  await office.database.sessions.deleteMany({});
  await page.getByRole('button', { name: 'Send reply' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page
    .getByText(/^Sending reply to/)
    .first()
    .waitFor();

  await page.getByLabel('Internal note').fill('Half a note');
  await office.database.sessions.deleteMany({});
  await page.reload();
  await heading(page, 'Staff sign-in').waitFor();
  await signIn(page, 'the-staff');
  await expect.poll(() => page.getByLabel('Internal note').inputValue()).toBe('Half a note');
});

it('PROMISE 13: the session of another account discards what was typed', async () => {
  const id = await storeAccepted(office.database);
  const page = await open(`/enquiries/${id}`);
  await signIn(page, 'the-staff');
  await page.getByLabel('Internal note').fill('Mine');
  await office.database.sessions.deleteMany({});
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByRole('button', { name: 'Use a different account' }).click();
  await signIn(page, 'the-officer');
  await expect.poll(() => page.getByLabel('Internal note').inputValue()).toBe('');
});
