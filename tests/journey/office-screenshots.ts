import type { Locator, Page, Route } from 'playwright-core';

import { firstWriter } from '../../testing/office/office-enquiries.ts';
import { shownState } from '../../testing/office/office-pages.ts';
import { showStatus, situations } from './status-for-screenshots.ts';
import { signIn, username } from './office-of-screenshots.ts';
import type { State } from './site-screenshots.ts';

export const officeStates: State[] = [
  state('inbox', '/enquiries', rows),
  onPhone('inbox-on-a-phone', '/enquiries', rows),
  onPhone('inbox-menu-open', '/enquiries', openMenu),
  state('inbox-loading', '/enquiries', async (page) => {
    await page.route('**/enquiry.list', () => undefined);
    await requestList(page);
    await page.getByRole('heading', { name: 'Enquiries' }).waitFor();
    await page.getByText('Loading …').waitFor();
  }),
  state('inbox-open', '/enquiries?tab=in-progress', rows),
  state('inbox-done', '/enquiries?tab=closed', rows),
  state('inbox-filtered', '/enquiries?tab=all&reply=due&sort=oldest', rows),
  state('inbox-chosen', '/enquiries', choose),
  state('inbox-undo', '/enquiries', async (page) => {
    await choose(page);
    await button(page, 'Assign to me').click();
    await page.getByText('2 enquiries assigned to you').first().waitFor();
  }),
  state('inbox-found', '/enquiries', (page) => search(page, 'dlamini', '1 of 1')),
  state('inbox-nothing-found', '/enquiries', (page) => search(page, 'nobody', 'Nothing found')),
  state('inbox-nothing-new', '/enquiries', async (page) => {
    await page.route('**/enquiry.list', async (route) => {
      const response = await route.fetch();
      const { counts, ...list } = (await response.json()) as { counts: object };
      const nothing = { rows: [], total: 0, nextCursor: null, counts: { ...counts, new: 0 } };
      await route.fulfill({ response, json: { ...list, ...nothing } });
    });
    await requestList(page);
    await page.getByText('No new enquiries').waitFor();
  }),
  state('inbox-away', '/enquiries', async (page) => {
    await page.route('**/enquiry.list', mongodbIsDown);
    await requestList(page);
    await page.getByText('New ones are safe').waitFor();
  }),
  state('keyboard', '/enquiries', async (page) => {
    await rows(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  }),
  state('enquiry', '/enquiries', (page) => openEnquiry(page), true),
  state('enquiry-noted', '/enquiries', note, true),
  state('add', '/enquiries', async (page) => {
    await button(page, 'Add an enquiry').click();
    await page.getByRole('dialog').waitFor();
  }),
  state('templates', '/templates', async (page) => {
    await page.getByText('Standard replies').waitFor();
    await button(page, 'Add …').click();
    await page.getByLabel('Name').fill('Arrange a call');
    await page.getByLabel('Text').fill('Dear {first name},');
    await button(page, 'Save template').click();
    await button(page, 'Edit').waitFor();
  }),
  state('enquiry-reply', '/enquiries', reply, true),
  state('enquiry-arabic', '/enquiries', (page) => openEnquiry(page, 'ليلى'), true),
  state('enquiry-conflict', '/enquiries', async (page) => {
    await openEnquiry(page);
    await page.route('**/enquiry.update', async (route) => {
      await finishAsColleague(page);
      await route.continue();
    });
    await button(page, 'Assign to me').click();
    await page.getByText('press again').waitFor();
  }),
  state('enquiry-resend', '/enquiries', async (page) => {
    await openEnquiry(page, 'Pieter Swanepoel');
    await button(page, 'Resend failed emails').click();
  }),
  state('sign-out', '/enquiries', async (page) => {
    await openEnquiry(page);
    await page.getByLabel('Internal note').fill('They want a proposal by Friday.');
    await openMenu(page);
    await button(page, 'Sign out').click();
    await page.getByRole('dialog', { name: 'Discard your draft?' }).waitFor();
  }),
  state('session-ended', '/enquiries', async (page) => {
    await openEnquiry(page);
    await page.context().clearCookies();
    // A request of the page can open the dialog first. The dialog then covers the button.
    await button(page, 'Assign to me').dispatchEvent('click');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  }),
  state('enquiry-answered', '/enquiries', async (page) => {
    await openEnquiry(page);
    await button(page, 'Mark as answered').click();
    await page.getByLabel('Answered on').fill('2999-01-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as answered' }).click();
  }),
  state('spam', '/spam', rows),
  state('enquiry-spam', '/spam', async (page) => {
    await page.locator('[data-row]').first().click();
    await page.getByText('Why this was marked as spam').waitFor();
  }),
  state('block-list', '/spam/block-list', (page) => page.getByText('guest posting').waitFor()),
  state('people', '/people', (page) => page.getByText('Sipho Dube').waitFor(), true),
  state('people-found', '/people', findPerson, true),
  state('people-correct', '/people', async (page) => {
    await findPerson(page);
    await button(page, 'Correct …').click();
    await page.getByLabel('Last Name').fill('Dlamini');
    await button(page, 'Review changes').click();
  }),
  state('people-erase', '/people', async (page) => {
    await findPerson(page);
    await button(page, 'Erase …').click();
  }),
  state('people-answer', '/people', prepareAnswer, true),
  state('people-add', '/people', (page) => button(page, 'Add request …').click()),
  state(
    'overview',
    '/overview',
    (page) => page.getByText('Open enquiries', { exact: true }).waitFor(),
    true,
  ),
  ...situations.map((day) => state(`status-${day}`, '/status', showStatus(day), true)),
  state('export', '/overview', (page) => button(page, 'Export enquiries …').click()),
  state(
    'accounts',
    '/accounts',
    (page) => page.getByText('Zanele Khumalo').first().waitFor(),
    true,
  ),
  state('accounts-link', '/accounts', makeLink),
  state(
    'audit',
    '/enquiries',
    async (page) => {
      await note(page);
      await page.goto(new URL('/ops/audit', page.url()).href);
      await page.getByText('added a note to').first().waitFor();
    },
    true,
  ),
  state('account', '/account', (page) => page.getByText('This browser').first().waitFor(), true),
  state('enquiry-gone', '/enquiries/0000-0000', (page) =>
    page.getByText('This enquiry does not exist').waitFor(),
  ),
  signedOut('sign-in', '/sign-in', () => Promise.resolve()),
  signedOut('sign-in-refused', '/sign-in', async (page) => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
  }),
  state('welcome', '/accounts', async (page) => {
    await openLink(page, await makeLink(page));
    await page.getByText('Your username is').waitFor();
  }),
  state('welcome-used', '/accounts', async (page) => {
    await openLink(page, `${await makeLink(page)}x`);
    await page.getByRole('alert').waitFor();
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

function onPhone(...of: Parameters<typeof state>): State {
  return { ...state(...of), onPhone: true };
}

function signedOut(...of: Parameters<typeof state>): State {
  return { ...state(...of), isSignedOut: true };
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name }).first();
}

async function openMenu(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Open menu' });
  if (await toggle.isVisible()) await toggle.click();
}

/** Opens the list from another page, so that the list has to be requested. */
async function requestList(page: Page): Promise<void> {
  await page.goto(page.url().replace(/enquiries.*/, 'overview'));
  // On a phone, the closed menu hides the link, so it cannot be clicked.
  await page.locator('nav a', { hasText: 'Enquiries' }).first().dispatchEvent('click');
}

function rows(page: Page): Promise<void> {
  return page.locator('[data-row]').first().waitFor();
}

async function choose(page: Page): Promise<void> {
  for (const place of [1, 3])
    await page
      .getByLabel(/^Select /)
      .nth(place)
      .check();
}

async function search(page: Page, words: string, found: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
  await page.getByText(found).first().waitFor();
}

async function openEnquiry(page: Page, name = 'Thandiwe Nkosi'): Promise<void> {
  await page.locator('[data-row]', { hasText: name }).first().click();
  await page.getByRole('heading', { name: 'Message' }).waitFor();
}

async function reply(page: Page): Promise<void> {
  await openEnquiry(page);
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const written =
    'Dear Thandiwe,\n\nThank you for your enquiry. I will phone you on Thursday.\n\nKind regards,';
  await page.getByLabel(/^To Thandiwe/).fill(written);
  await page.getByLabel(/^To Thandiwe/).blur();
}

async function note(page: Page): Promise<void> {
  await openEnquiry(page);
  await button(page, 'Assign to me').click();
  await page.getByText('Naledi Mokoena assigned it to themselves').waitFor();
  const field = page.getByLabel('Internal note');
  await field.fill('Called her. She prefers email; the council decides on 3 December.');
  await button(page, 'Save note').click();
  await page.getByText('added a note').waitFor();
  await button(page, 'Dismiss').click();
  await page.evaluate('scrollTo(0, 0)');
}

async function finishAsColleague(page: Page): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('The page has no browser.');
  const colleague = await context.newPage();
  await signIn(colleague, new URL(page.url()).origin, 'johan');
  await colleague.goto(page.url());
  await button(colleague, 'Close enquiry').click();
  await shownState(colleague, 'Closed, Johan Botha').waitFor();
  await context.close();
}

function mongodbIsDown(route: Route): Promise<void> {
  const contentType = 'application/problem+json';
  return route.fulfill({ status: 503, contentType, body: '{"detail":""}' });
}

async function findPerson(page: Page): Promise<void> {
  await page.getByLabel('Email address, name or enquiry reference').fill(firstWriter);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  // The page's introduction contains these words too, but does not begin with them.
  await page
    .getByText(/^We hold /)
    .first()
    .waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
}

async function prepareAnswer(page: Page): Promise<void> {
  await findPerson(page);
  await button(page, 'Prepare answer').click();
  await page.getByText('If you are not satisfied').waitFor();
}

async function makeLink(page: Page): Promise<string> {
  await button(page, 'New password link for Zanele Khumalo').click();
  return (await page.getByText(/welcome#/).textContent()) ?? '';
}

async function openLink(page: Page, url: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(url);
}
