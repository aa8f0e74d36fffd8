import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

import { buildSiteIfStale } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';
import { launchBrowser } from '../../testing/browser.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { accepted, answerWith, handOutToken, neverAnswer, send, submit } from './contact-form.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { pages } from '../../testing/pages.ts';

const folder = join(projectRoot, 'screenshots');
const widths = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;
const schemes = ['light', 'dark'] as const;

/** A page, or what a visitor has made of it. */
interface State {
  name: string;
  path: string;
  wholePage: boolean;
  reach: (page: Page) => Promise<void>;
}

const states: State[] = [
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

function state(name: string, reach: (page: Page) => Promise<void>): State {
  return { name, path: '/', wholePage: false, reach };
}

function asItIs(): Promise<void> {
  return Promise.resolve();
}

/** Takes the picture of every page and state in every width and scheme. */
async function takeScreenshots(): Promise<void> {
  await buildSiteIfStale(console.info);
  await mkdir(folder, { recursive: true });
  const [browser, site] = await Promise.all([launchBrowser(), serveSite()]);
  try {
    for (const state of states) {
      for (const [width, height] of widths) {
        const page = await openScreen(browser, { width, height });
        await page.goto(`${site.url}${state.path}`);
        // A page does without fonts that come late; the second time they are there.
        await page.reload();
        await handOutToken(page);
        await state.reach(page);
        await takeBoth(page, state, width);
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
    site.stop();
  }
}

async function openScreen(
  browser: Browser,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  return context.newPage();
}

async function takeBoth(page: Page, { name, wholePage }: State, width: number): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const path = join(folder, `${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: wholePage });
  }
}

takeScreenshots().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
