import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Browser, Page } from 'playwright-core';

import { loadAnswerPages, noticeValues, refusalValues } from '../../api/answer-pages.ts';
import { InvalidForm } from '../../api/read-enquiry.ts';
import { contactFormSchema, firstErrorByField } from '../../contract/contact-form.ts';
import { formWords } from '../../contract/words.ts';
import { projectRoot } from '../../dev/processes.ts';
import { Problem } from '../../platform/http/problem.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { createEnquiry, plainEnquiry } from '../../testing/enquiry.ts';
import { letters, shownHtml } from '../../testing/office/letters.ts';
import { pages } from '../../testing/pages.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { accepted, answerWith, handOutToken, neverAnswer, send, submit } from './contact-form.ts';

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
  ...['errors', 'receipt', 'refusal', 'notice'].map((name) =>
    wholePage(`answer-${name}`, `/api/${name}`),
  ),
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

/** Starts the built site, with a server that has only the HTML pages of the API. */
export async function startSiteOfScreenshots() {
  const answers = await serveAnswers();
  const site = await serveSite({ apiUrl: answers.url });
  return {
    async open(page: Page, { path }: State): Promise<void> {
      await handOutToken(page);
      await page.goto(`${site.url}${path}`);
    },
    stop() {
      site.stop();
      answers.stop();
    },
  };
}

async function serveAnswers() {
  const answerPages = loadAnswerPages(join(projectRoot, 'dist-pages'));
  const refusal = new Problem(503, 'We cannot accept messages at the moment.');
  const wrong = createEnquiry({ email: 'thandiwe.example.org', message: 'Too short' });
  const { error } = contactFormSchema.safeParse(wrong);
  const invalid = new InvalidForm(error ? firstErrorByField(error) : {});
  const { message, reference } = accepted;
  const app = express();
  app.get('/api/errors', (_request, response) => {
    answerPages.answer(response, 400, 'refusal', refusalValues(invalid, wrong, 'a-token'));
  });
  app.get('/api/refusal', (_request, response) => {
    answerPages.answer(response, 503, 'refusal', refusalValues(refusal, plainEnquiry, 'a-token'));
  });
  app.get('/api/receipt', (_request, response) => {
    answerPages.answer(response, 200, 'receipt', { message, reference });
  });
  app.get('/api/notice', (_request, response) => {
    const nothing = new Problem(404, 'There is no enquiry with that reference.');
    answerPages.answer(response, 404, 'notice', noticeValues(nothing));
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close().closeAllConnections(),
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
