import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';

import { buildIfStale } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';
import { launchBrowser } from '../../testing/browser.ts';
import { startOfficeOfScreenshots } from './office-of-screenshots.ts';
import { officeStates } from './office-screenshots.ts';
import {
  mailStates,
  openMail,
  openScreen,
  schemes,
  siteStates,
  sizes,
  startSiteOfScreenshots,
  type Size,
  type State,
} from './site-screenshots.ts';

const folder = join(projectRoot, 'screenshots');
const phone: Size = [360, 740];
const desktop: Size = [1440, 900];
const mailsOfDocuments = ['mail-acknowledgement', 'mail-staff'];

/**
 * Takes the pictures of the states whose names begin with a prefix, in every width and colour
 * scheme. If the prefix is `documents`, writes one small picture of each state of the enquiries
 * desk and of two emails to docs/images instead.
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
  await buildIfStale('site', console.info);
  await buildIfStale('office', console.info);
  const [site, office] = await Promise.all([startSiteOfScreenshots(), startOfficeOfScreenshots()]);
  const openSite: Open = (page, state) => site.open(page, state);
  const openOffice: Open = (page, state) => office.open(page, state);
  try {
    for (const state of siteStates.filter(wanted)) await take(browser, state, openSite);
    for (const state of officeStates.filter(wanted)) await take(browser, state, openOffice);
  } finally {
    await site.stop();
    await office.stop();
  }
}

type Open = (page: Page, state: State) => Promise<void>;

async function takeAll(browser: Browser, state: State, open: Open): Promise<void> {
  for (const size of state.sizes ?? sizes) {
    const page = await openScreen(browser, size);
    await open(page, state);
    await state.reach(page);
    await takeBoth(page, state, size[0]);
    await page.context().close();
  }
}

async function takeForDocuments(browser: Browser, state: State, open: Open): Promise<void> {
  const size = state.onPhone ? phone : (state.sizes?.at(-1) ?? desktop);
  const page = await openScreen(browser, size);
  await open(page, state);
  await state.reach(page);
  if (state.wholePage) await page.evaluate('scrollTo(0, 0)');
  const picture = sharp(await page.screenshot({ fullPage: state.wholePage }));
  const small = picture.resize({ width: Math.min(size[0], 960) }).webp({ quality: 65 });
  await small.toFile(join(projectRoot, 'docs/images', `${state.name}.webp`));
  await page.context().close();
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
