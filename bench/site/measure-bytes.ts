import type { Browser, Page } from 'playwright-core';

import { atMost, figure, type Figure } from '../figure.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { approachForm, fillInRest } from './fill-in.ts';
import { addressOf, pages, variants, type PagePath, type Variant } from './pages.ts';
import { openPhone } from './phone.ts';
import { noteFirstChange, readTransfers, sizeOf, type Transfer } from './transfers.ts';

interface Sample {
  firstPaint: Transfer[];
  load: Transfer[];
  all: Transfer[];
}

/** What each page asks a slow phone to fetch, and when. */
export async function measureBytes(
  session: Session,
  browser: Browser,
  sites: Record<Variant, string>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of pages) {
    const samples = await runRounds(session.quick ? 1 : 3, variants, async (variant) => {
      session.say(`site: bytes of ${path}, ${variant}`);
      return look(browser, addressOf(sites[variant], variant, path), variant, path);
    });
    figures.push(
      ...figuresOfOurs(path, samples.shipped),
      ...(['plain', 'stock'] as const).flatMap((variant) => [
        figure(`${path} ${variant}: JS in all`, 'bytes', sizes(samples[variant], 'all', 'js')),
        figure(`${path} ${variant}: first view`, 'bytes', sizes(samples[variant], 'load')),
      ]),
    );
  }
  return figures;
}

function figuresOfOurs(path: PagePath, samples: Sample[]): Figure[] {
  const ours = `${path} shipped`;
  const mostScript = path === '/' ? 95_000 : 2_000;
  return [
    figure(`${ours}: HTML`, 'bytes', sizes(samples, 'load', 'html')),
    figure(`${ours}: fonts`, 'bytes', sizes(samples, 'load', 'font')),
    figure(`${ours}: images`, 'bytes', sizes(samples, 'load', 'image')),
    figure(`${ours}: CSS files`, 'bytes', sizes(samples, 'load', 'css')),
    figure(
      `${ours}: JS before first paint`,
      'bytes',
      sizes(samples, 'firstPaint', 'js'),
      atMost(0),
    ),
    figure(`${ours}: JS by the load event`, 'bytes', sizes(samples, 'load', 'js'), atMost(2_000)),
    figure(`${ours}: JS in all`, 'bytes', sizes(samples, 'all', 'js'), atMost(mostScript)),
    figure(`${ours}: first view`, 'bytes', sizes(samples, 'load'), atMost(100_000)),
  ];
}

function sizes(samples: Sample[], moment: keyof Sample, kind?: Transfer['kind']): number[] {
  return samples.map((sample) => sizeOf(sample[moment], kind));
}

async function look(
  browser: Browser,
  address: string,
  variant: Variant,
  path: PagePath,
): Promise<Sample> {
  const { page, close } = await openPhone(browser, { slowNetwork: true });
  await noteFirstChange(page);
  await page.goto(address, { waitUntil: 'load' });
  const { transfers, firstPaint, load } = await readTransfers(page);
  if (path === '/' && variant !== 'plain') await useForm(page);
  await page.waitForLoadState('networkidle');
  const all = await readTransfers(page);
  await close();
  return {
    firstPaint: transfers.filter(({ end }) => end <= firstPaint),
    load: transfers.filter(({ end }) => end <= load),
    all: all.transfers,
  };
}

async function useForm(page: Page): Promise<void> {
  await approachForm(page);
  await page.locator('[name=firstName]').fill('Thandiwe');
  await fillInRest(page);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('form button[type=submit]').tap();
  await answer;
}
