import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';

import { referenceOf } from '../../contract/reference.ts';
import { accountPaths } from '../../office/account-api.ts';
import { connect, createIndexes } from '../../storage/connection.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { fillOffice, firstWriter } from '../../testing/office-enquiries.ts';
import { showStatus, weathers } from '../../testing/office-health.ts';
import { officePassword as password, serveOfficePages } from '../../testing/office-pages.ts';
import { startOwnMongodb } from '../../testing/own-mongodb.ts';
import { startOwnRedis } from '../../testing/own-redis.ts';
import { silent } from '../../testing/own-stores.ts';
import type { State } from './screenshots.ts';

const username = 'naledi';

/** Every page of the office, and what staff make of it. */
export const officeStates: State[] = [
  state('inbox', '/enquiries', rows),
  state('inbox-menu-open', '/enquiries', async (page) => {
    const toggle = page.getByRole('button', { name: 'Open the menu' });
    if (await toggle.isVisible()) await toggle.click();
  }),
  state('inbox-open', '/enquiries?tab=open', rows),
  state('inbox-done', '/enquiries?tab=done', rows),
  state('inbox-chosen', '/enquiries', choose),
  state('inbox-undo', '/enquiries', async (page) => {
    await choose(page);
    await button(page, 'Take').click();
    await page.getByText('2 enquiries taken').first().waitFor();
  }),
  state('inbox-found', '/enquiries', (page) => search(page, 'dlamini', '1 of 1')),
  state('inbox-nothing-found', '/enquiries', (page) => search(page, 'nobody', 'Nothing found')),
  state('inbox-nothing-new', '/enquiries', async (page) => {
    await page.route('**/enquiries/list', async (route) => {
      const response = await route.fetch();
      const { counts, ...list } = (await response.json()) as { counts: object };
      const nothing = { rows: [], total: 0, nextCursor: null, counts: { ...counts, new: 0 } };
      await route.fulfill({ response, json: { ...list, ...nothing } });
    });
    await page.reload();
    await page.getByText('Nothing new').waitFor();
  }),
  state('inbox-away', '/enquiries', async (page) => {
    await page.route('**/enquiries/list', mongodbIsAway);
    await page.reload();
    await page.getByText('New ones are safe').waitFor();
  }),
  state('inbox-offline', '/enquiries', async (page) => {
    await rows(page);
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
  }),
  state('keyboard', '/enquiries', async (page) => {
    await rows(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  }),
  state('enquiry', '/enquiries', (page) => openEnquiry(page), true),
  state('enquiry-noted', '/enquiries', note, true),
  state('enquiry-arabic', '/enquiries', (page) => openEnquiry(page, 'ليلى'), true),
  state('enquiry-conflict', '/enquiries', async (page) => {
    await openEnquiry(page);
    await page.route('**/enquiries/change', async (route) => {
      await finishAsColleague(page);
      await route.continue();
    });
    await page.getByLabel('A note for your colleagues').fill('They want a proposal by Friday.');
    await button(page, 'Save the note').click();
    await page.getByText('A colleague was faster').waitFor();
  }),
  state('session-ended', '/enquiries', async (page) => {
    await openEnquiry(page);
    await page.context().clearCookies();
    await button(page, 'Take').click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  }),
  state('spam', '/spam', rows),
  state('spam-delete', '/spam', async (page) => {
    await page.getByLabel('Choose').nth(1).check();
    await button(page, 'Delete').click();
  }),
  state('enquiry-spam', '/spam', async (page) => {
    await page.locator('[data-row]').first().click();
    await page.getByText('It was held because of').waitFor();
  }),
  state('people', '/people', (page) => page.getByText('Sipho Dube').waitFor(), true),
  state('people-found', '/people', findPerson, true),
  state('people-correct', '/people', async (page) => {
    await findPerson(page);
    await button(page, 'Correct …').click();
    await page.getByLabel('Last Name').fill('Dlamini');
    await button(page, 'Show the change').click();
  }),
  state('people-erase', '/people', async (page) => {
    await findPerson(page);
    await button(page, 'Erase …').click();
  }),
  state('people-add', '/people', (page) => button(page, 'Add a request …').click()),
  state('overview', '/overview', (page) => page.getByText('Not answered yet').waitFor(), true),
  state(
    'overview-figures',
    '/overview',
    (page) => page.getByText('Show the figures').first().click(),
    true,
  ),
  ...weathers.map((day) => state(`status-${day}`, '/status', showStatus(day), true)),
  state('export', '/overview', (page) => button(page, 'Export enquiries …').click()),
  state('accounts', '/accounts', (page) => page.getByText('zanele').first().waitFor(), true),
  state('accounts-link', '/accounts', makeLink),
  state('account', '/account', (page) => page.getByText('This browser').first().waitFor(), true),
  state('enquiry-gone', '/enquiries/0000-0000', (page) => page.getByText('no such').waitFor()),
  signedOut('sign-in', '/sign-in', () => Promise.resolve()),
  signedOut('sign-in-refused', '/sign-in', async (page) => {
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  state('welcome', '/accounts', async (page) => {
    const url = await makeLink(page);
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByText('Your user name is').waitFor();
  }),
];

function state(
  name: string,
  path: string,
  reach: (page: Page) => Promise<unknown>,
  wholePage = false,
): State {
  return { name: `office-${name}`, path, wholePage, reach };
}

function signedOut(...of: Parameters<typeof state>): State {
  return { ...state(...of), isSignedOut: true };
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name }).first();
}

function rows(page: Page): Promise<void> {
  return page.locator('[data-row]').first().waitFor();
}

async function choose(page: Page): Promise<void> {
  for (const place of [1, 3]) await page.getByLabel('Choose').nth(place).check();
}

async function search(page: Page, words: string, found: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
  await page.getByText(found).first().waitFor();
}

async function openEnquiry(page: Page, name = 'Thandiwe Nkosi'): Promise<void> {
  await page.locator('[data-row]', { hasText: name }).first().click();
  await page.getByRole('heading', { name: 'Message' }).waitFor();
}

async function note(page: Page): Promise<void> {
  await openEnquiry(page);
  await button(page, 'Take').click();
  await page.getByText(`${username} took it`).waitFor();
  const field = page.getByLabel('A note for your colleagues');
  await field.fill('Called her. She prefers e-mail; the council decides on 3 December.');
  await button(page, 'Save the note').click();
  await page.getByText('wrote a note').waitFor();
  await button(page, 'Close this message').click();
  await page.evaluate('scrollTo(0, 0)');
}

async function finishAsColleague(page: Page): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('The page has no browser.');
  const colleague = await context.newPage();
  await signIn(colleague, new URL(page.url()).origin, 'johan');
  await colleague.goto(page.url());
  await button(colleague, 'Finish').click();
  await colleague.getByText('Done, by johan.').waitFor();
  await context.close();
}

async function signIn(page: Page, url: string, as = username): Promise<void> {
  const data = { username: as, password };
  await page.request.post(`${url}${accountPaths.session}`, { data, headers: { Origin: url } });
}

function mongodbIsAway(route: Route): Promise<void> {
  const contentType = 'application/problem+json';
  return route.fulfill({ status: 503, contentType, body: '{"detail":""}' });
}

async function findPerson(page: Page): Promise<void> {
  await page.getByLabel('E-mail address, or the reference').fill(firstWriter);
  await button(page, 'Find what we hold').click();
  await page.getByText('Held: ').waitFor();
}

/** Makes a one-time link for a colleague, and returns it. */
async function makeLink(page: Page): Promise<string> {
  await button(page, 'New link for zanele').click();
  return (await page.getByText(/welcome#/).textContent()) ?? '';
}

/** An office after some busy weeks, on stores of its own. */
export async function startOfficeOfScreenshots() {
  const [redis, mongodb] = await Promise.all([startOwnRedis(), startOwnMongodb()]);
  const database = connect(mongodb.url, { logger: silent });
  await createIndexes(database, silent);
  await fillOffice(database, password);
  const filled = await database.submissions.find().lean<ContactSubmission[]>().exec();
  const office = await serveOfficePages({
    REDIS_URL: redis.url,
    MONGODB_URI: mongodb.url,
    OUTBOX_DIR: join(tmpdir(), 'no-outbox'),
    STAFF_LOGIN_ATTEMPTS: '1000',
  });
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>> | undefined;
  return {
    /** Opens the page of a state, with enquiries to which nothing has happened yet. */
    async open(page: Page, { path, isSignedOut }: State): Promise<void> {
      await database.submissions.deleteMany({});
      await database.submissions.insertMany(filled.map(withNewId));
      if (!isSignedOut) {
        if (!cookies) await signIn(page, office.url);
        cookies ??= await page.context().cookies();
        await page.context().addCookies(cookies);
      }
      await page.goto(`${office.url}/ops${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    async stop(): Promise<void> {
      await office.stop();
      await database.close();
      await Promise.all([redis.stop(), mongodb.stop()]);
    },
  };
}

function withNewId(submission: ContactSubmission): ContactSubmission {
  const _id = randomUUID();
  return { ...submission, _id, reference: referenceOf(_id) };
}
