import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

import { referenceOf } from '#contract/reference.ts';
import { connect, createIndexes } from '#storage/connection.ts';
import { storeSubmission } from '#storage/submissions.ts';
import { createUser } from '#storage/users.ts';
import { launchBrowser } from '#support/browser.ts';
import { createAccepted, createEnquiry } from '#support/enquiry.ts';
import { silent } from '#support/loggers.ts';
import { letters, shownHtml } from '#support/office/letters.ts';
import { officePassword as password, serveOfficePages } from '#support/office/office-pages.ts';
import { startOwnMongodb } from '#support/own-mongodb.ts';
import { startOwnRedis } from '#support/own-redis.ts';
import { pages } from '#support/pages.ts';
import { buildServers } from '#support/service.ts';
import { builtSite } from '../../dev/build-site.ts';
import { projectRoot } from '../../dev/processes.ts';
import { serveSite } from '../../dev/site-server.ts';
import { accepted, answerWith, send } from './contact-form.ts';

interface State {
  name: string;
  reach: (page: Page) => Promise<unknown>;
  wholePage: boolean;
}

const folder = join(projectRoot, 'screenshots');
const widths = [320, 360, 768, 1440, 1920];

const enquiries = [
  ['Thandiwe', 'Nkosi', 'Guild of Land Surveyors', 'We would like a proposal for a secretariat.'],
  ['Johannes', 'van der Westhuizen', 'Sandveld Navorsing', 'Ons soek iemand vir ons ledelys.'],
  ['Nomvúla Zoë', 'Dlamini', 'Occupational Therapists', 'Do you keep CPD records for members?'],
  ['ليلى', 'الخطيب', 'جمعية الأطباء', 'مرحباً، نود أن نعرف المزيد عن خدماتكم.'],
  ['Sipho', 'Mthembu', 'Bakers & Millers', 'What does a small guild pay per month?'],
  ['Ayesha', 'Patel', 'Institute of Valuers', 'To whom may I send our brief of eleven pages?'],
] as const;

function siteStates(url: string): State[] {
  const home = (name: string, reach: State['reach']): State => ({
    name,
    wholePage: false,
    reach: async (page) => {
      await page.goto(url);
      await reach(page);
    },
  });
  const whole = [...pages, { name: 'answer-sent', path: `/sent/#${accepted.reference}` }];
  return [
    ...whole.map(({ name, path }) => {
      return { name, wholePage: true, reach: (page: Page) => page.goto(`${url}${path}`) };
    }),
    home('sent', async (page) => {
      await answerWith(page, 202, accepted);
      await send(page);
      await page.locator('.reference').waitFor();
    }),
    home('failed', async (page) => {
      await answerWith(page, 503, 'The office is moving house.');
      await send(page);
      await page.locator('.failure').waitFor();
    }),
  ];
}

const mailStates = Object.entries(letters).map(([name, mail]): State => ({
  name: `mail-${name}`,
  wholePage: true,
  reach: (page) => page.setContent(shownHtml(mail)),
}));

async function startDesk() {
  const [redis, mongodb] = await Promise.all([startOwnRedis(), startOwnMongodb()]);
  const database = connect(mongodb.url, { logger: silent });
  await createIndexes(database, silent);
  await createUser(database, {
    ...{ username: 'naledi', name: 'Naledi Mokoena', role: 'officer', password },
  });
  const stored = enquiries.map(([firstName, lastName, organisation, message], index) => {
    const acceptedAt = new Date(Date.now() - index ** 2 * 3_600_000);
    const email = `person-${index}@example.org`;
    const form = createEnquiry({ firstName, lastName, organisation, message, email });
    return createAccepted({ acceptedAt, form });
  });
  for (const submission of stored) await storeSubmission(database, submission);
  const sent = { status: 'sent', sentAt: new Date() };
  const $set = { 'notifications.staff': sent, 'notifications.acknowledgement': sent };
  await database.submissions.updateMany({}, { $set });
  const office = await serveOfficePages({ REDIS_URL: redis.url, MONGODB_URI: mongodb.url });
  const paths = {
    ...{ inbox: '/enquiries', enquiry: `/enquiries/${referenceOf(stored[0]?.id ?? '')}` },
    ...{ spam: '/spam', 'block-list': '/spam/block-list', templates: '/templates' },
    ...{ people: '/people', overview: '/overview', status: '/status' },
    ...{ accounts: '/accounts', account: '/account', audit: '/audit', 'sign-in': '/sign-in' },
  };
  const states = Object.entries(paths).map(([name, path]): State => ({
    name: `office-${name}`,
    wholePage: false,
    reach: async (page) => {
      const headers = { Origin: office.url };
      const data = { username: 'naledi', password };
      if (name !== 'sign-in')
        await page.request.post(`${office.url}/ops/api/session.sign-in`, { data, headers });
      await page.goto(`${office.url}/ops${path}`, { waitUntil: 'networkidle' });
    },
  }));
  const stop = async () => {
    await office.stop();
    await database.close();
    await Promise.all([redis.stop(), mongodb.stop()]);
  };
  return { states, stop };
}

async function take(browser: Browser, { name, reach, wholePage }: State): Promise<void> {
  for (const width of widths) {
    const viewport = { width, height: width < 600 ? 740 : 900 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await reach(page);
    await page.evaluate(() => document.fonts.ready);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = join(folder, `${name}-${width}-${colorScheme}`);
      await page.screenshot({ path: `${file}.png`, fullPage: wholePage });
      // For documents. A whole page may be too long for this format.
      if (!wholePage) await writeFile(`${file}.webp`, await takeWebp(page));
    }
    await page.close();
  }
}

async function takeWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const options = { format: 'webp', quality: 65 } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  return Buffer.from(data, 'base64');
}

/** Takes pictures of each page, state and email whose name begins with the argument. */
async function takeScreenshots(beginning = ''): Promise<void> {
  buildServers();
  await mkdir(folder, { recursive: true });
  const nobody = 'http://127.0.0.1:9';
  const site = await serveSite({ root: builtSite, apiUrl: nobody, officeUrl: nobody });
  const desk = await startDesk();
  const browser = await launchBrowser();
  try {
    for (const state of [...siteStates(site.url), ...mailStates, ...desk.states])
      if (state.name.startsWith(beginning)) await take(browser, state);
  } finally {
    await browser.close();
    await desk.stop();
    await site.stop();
  }
}

await takeScreenshots(process.argv[2]);
