import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';

import { buildOfficeIfStale, buildSiteIfStale } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';
import { launchBrowser } from '../../testing/browser.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { accepted, answerWith, handOutToken, neverAnswer, send, submit } from './contact-form.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { letters, shownHtml } from '../../testing/letters.ts';
import { pages } from '../../testing/pages.ts';
import { startOfficeOfScreenshots } from './office-of-screenshots.ts';
import { officeStates } from './office-screenshots.ts';

const folder = join(projectRoot, 'screenshots');
const widths = [
  [320, 568],
  [360, 740],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
] as const;
/** Those of mail programs. */
const mailWidths = [
  [360, 740],
  [640, 900],
] as const;
const schemes = ['light', 'dark'] as const;

/** A page, or what somebody has made of it. */
export interface State {
  name: string;
  path: string;
  wholePage: boolean;
  /** Of the office: seen by whoever has not signed in. */
  isSignedOut?: boolean;
  /** Shown as on a phone in the documents. */
  onPhone?: boolean;
  /** The widths and heights in which it is taken. */
  sizes?: readonly (readonly [number, number])[];
  reach: (page: Page) => Promise<unknown>;
}

const siteStates: State[] = [
  ...pages.map(({ name, path }) => ({ name, path, wholePage: true, reach: asItIs })),
  state('first-view', asItIs),
  state('menu-open', async (page) => {
    const toggle = page.locator('[data-nav-toggle]');
    if (await toggle.isVisible()) await toggle.click();
  }),
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
    await page.getByRole('status').getByText('Message Sent Successfully').waitFor();
  }),
  state('failed', async (page) => {
    await answerWith(page, 503, 'The office is moving house.');
    await send(page);
    await page.getByRole('alert').getByText('503: ').waitFor();
  }),
];

const mailStates: State[] = Object.keys(letters).map((path) => ({
  name: `mail-${path}`,
  path,
  wholePage: true,
  sizes: mailWidths,
  reach: asItIs,
}));
const mailsOfDocuments = ['mail-acknowledgement', 'mail-staff'];

function state(name: string, reach: (page: Page) => Promise<void>): State {
  return { name, path: '/', wholePage: false, reach };
}

function asItIs(): Promise<void> {
  return Promise.resolve();
}

/**
 * Takes the pictures of the states whose names begin so, in every width and scheme; for
 * `documents`, a small one of each state of the office and of two mails, into docs/images.
 */
async function takeScreenshots(beginning = ''): Promise<void> {
  const forDocuments = beginning === 'documents';
  const take = forDocuments ? takeForDocuments : takeAll;
  const wanted = ({ name }: State) =>
    forDocuments
      ? name.startsWith('office-') || mailsOfDocuments.includes(name)
      : name.startsWith(beginning);
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const state of mailStates.filter(wanted)) await take(browser, state, openMail);
    if ([...siteStates, ...officeStates].some(wanted)) await takePages(browser, take, wanted);
  } finally {
    await browser.close();
  }
}

async function takePages(
  browser: Browser,
  take: typeof takeAll,
  wanted: (state: State) => boolean,
): Promise<void> {
  await buildSiteIfStale(console.info);
  await buildOfficeIfStale(console.info);
  const [site, office] = await Promise.all([serveSite(), startOfficeOfScreenshots()]);
  async function openSite(page: Page, { path }: State): Promise<void> {
    await page.goto(`${site.url}${path}`);
    // A page does without fonts that come late; the second time they are there.
    await page.reload();
    await handOutToken(page);
  }
  try {
    for (const state of siteStates.filter(wanted)) await take(browser, state, openSite);
    const openOffice: Open = (page, state) => office.open(page, state);
    for (const state of officeStates.filter(wanted)) await take(browser, state, openOffice);
  } finally {
    site.stop();
    await office.stop();
  }
}

type Open = (page: Page, state: State) => Promise<void>;

async function openMail(page: Page, { path }: State): Promise<void> {
  const mail = letters[path];
  if (mail) await page.setContent(shownHtml(mail));
}

async function takeAll(browser: Browser, state: State, open: Open): Promise<void> {
  for (const [width, height] of state.sizes ?? widths) {
    const page = await openScreen(browser, { width, height });
    await open(page, state);
    await state.reach(page);
    await takeBoth(page, state, width);
    await page.context().close();
  }
}

async function takeForDocuments(browser: Browser, state: State, open: Open): Promise<void> {
  const [width, height] = state.onPhone ? widths[1] : (state.sizes?.at(-1) ?? widths[3]);
  const page = await openScreen(browser, { width, height });
  await open(page, state);
  await state.reach(page);
  if (state.wholePage) await page.evaluate('scrollTo(0, 0)');
  const picture = sharp(await page.screenshot({ fullPage: state.wholePage }));
  const small = picture.resize({ width: Math.min(width, 960) }).webp({ quality: 65 });
  await small.toFile(join(projectRoot, 'docs/images', `${state.name}.webp`));
  await page.context().close();
}

async function openScreen(
  browser: Browser,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
  });
  return context.newPage();
}

async function takeBoth(page: Page, { name, wholePage }: State, width: number): Promise<void> {
  if (wholePage) await page.evaluate('scrollTo(0, 0)');
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const path = join(folder, `${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: wholePage });
  }
}

takeScreenshots(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
