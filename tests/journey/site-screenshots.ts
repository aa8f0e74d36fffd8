import type { Browser, Page } from 'playwright-core';

import { formWords } from '../../contract/page-words.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { letters, shownHtml } from '../../testing/office/letters.ts';
import { pages } from '../../testing/pages.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { accepted, answerWith, neverAnswer, send, submit } from './contact-form.ts';

export type Size = readonly [width: number, height: number];

/** A page or an email, or a state of a page. */
export interface State {
  name: string;
  path: string;
  wholePage: boolean;
  isSignedOut?: boolean;
  /** Whether the picture in docs/images has the width of a phone. */
  onPhone?: boolean;
  /** The viewports to use; by default all of `sizes`. */
  sizes?: readonly Size[];
  reach: (page: Page) => Promise<unknown>;
}

const phones: readonly Size[] = [
  [320, 568],
  [360, 740],
];
export const schemes = ['light', 'dark'] as const;
export const sizes: readonly Size[] = [...phones, [768, 1024], [1440, 900], [1920, 1080]];
const mailSizes: readonly Size[] = [
  [360, 740],
  [640, 900],
];

export const siteStates: State[] = [
  ...pages.map(({ name, path }) => wholePage(name, path)),
  state('first-view', asItIs),
  {
    ...wholePage('specimens', '/'),
    sizes: [[768, 1024]],
    reach: (page) => page.locator('details').evaluateAll(openAll),
  },
  {
    ...state('menu-open', (page) => page.locator('[data-nav-toggle]').click()),
    sizes: phones,
  },
  state('field-errors', async (page) => {
    await formIsLive(page);
    await submit(page);
    await page.locator('#contact-message-error').waitFor();
  }),
  state('sending', async (page) => {
    await neverAnswer(page);
    await send(page);
    await page.getByRole('button', { name: 'Sending...' }).waitFor();
  }),
  state('sent', async (page) => {
    await answerWith(page, 202, accepted);
    await send(page);
    await page.getByRole('status').getByText(formWords.success.title).waitFor();
  }),
  state('failed', async (page) => {
    await answerWith(page, 503, 'The office is moving house.');
    await send(page);
    await page.getByRole('alert').getByText('503: ').waitFor();
  }),
  wholePage('answer-sent', `/sent/#${accepted.reference}`),
  wholePage('answer-not-sent', '/not-sent/#email'),
];

export const mailStates: State[] = Object.keys(letters).map((path) => ({
  ...wholePage(`mail-${path}`, path),
  sizes: mailSizes,
}));

function wholePage(name: string, path: string): State {
  return { name, path, wholePage: true, reach: asItIs };
}

function state(name: string, reach: State['reach']): State {
  return { name, path: '/', wholePage: false, reach };
}

function openAll(all: Element[]): void {
  for (const details of all) details.setAttribute('open', '');
}

function asItIs(): Promise<void> {
  return Promise.resolve();
}

/** Starts the built site. */
export async function startSiteOfScreenshots() {
  const site = await serveSite();
  return {
    async open(page: Page, { path }: State): Promise<void> {
      await page.goto(`${site.url}${path}`);
    },
    stop: site.stop,
  };
}

/** Shows the email of a state. */
export async function openMail(page: Page, { path }: State): Promise<void> {
  const mail = letters[path];
  if (mail) await page.setContent(shownHtml(mail));
}

/** Opens a page with reduced motion, and without fallback fonts while its web fonts load. */
export async function openScreen(browser: Browser, [width, height]: Size): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    // The content security policy would block the styles that are changed below.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('font-display:swap', 'font-display:block');
    return route.fulfill({ response, body });
  });
  return page;
}
