import type { Browser, Page } from 'playwright-core';

import { atMost, figure, type Figure } from '../figure.ts';
import { runRounds } from '../rounds.ts';
import type { Session } from '../session.ts';
import { approachForm, fillInRest } from './fill-in.ts';
import { addressOf, type Variant } from './pages.ts';
import { openPhone } from './phone.ts';
import { noteInteractions, slowestInteraction } from './slowest-interaction.ts';

const interactive = ['shipped', 'stock'] as const;

interface Sample {
  menu: number;
  key: number;
  submit: number;
  formLive: number;
}

/** How soon the home page answers the first tap, the first key and the submit on a slow phone. */
export async function measureInteractions(
  session: Session,
  browser: Browser,
  sites: Record<Variant, string>,
): Promise<Figure[]> {
  const samples = await runRounds(session.quick ? 2 : 7, interactive, async (variant, round) => {
    session.say(`site: interactions, round ${round + 1}, ${variant}`);
    const address = addressOf(sites[variant], variant, '/');
    return {
      menu: await tapMenu(browser, address),
      ...(await sendForm(browser, address)),
      formLive: await waitForLiveForm(browser, address),
    };
  });
  return interactive.flatMap((variant) => {
    const target = variant === 'shipped' ? atMost(100) : undefined;
    const all = (key: keyof Sample) => samples[variant].map((sample) => sample[key]);
    return [
      figure(`/ ${variant}: first tap on the menu, 4× slower`, 'ms', all('menu'), target),
      figure(`/ ${variant}: first key in the form, 4× slower`, 'ms', all('key'), target),
      figure(`/ ${variant}: submit, 4× slower`, 'ms', all('submit'), target),
      figure(`/ ${variant}: form live, 4× slower on slow 4G`, 'ms', all('formLive')),
    ];
  });
}

async function tapMenu(browser: Browser, address: string): Promise<number> {
  const { page, close } = await openPhone(browser, { slowProcessor: true });
  await noteInteractions(page);
  await page.goto(address, { waitUntil: 'load' });
  const took = await slowestInteraction(page, () => page.locator('[data-nav-toggle]').tap());
  await close();
  return took;
}

async function sendForm(
  browser: Browser,
  address: string,
): Promise<Pick<Sample, 'key' | 'submit'>> {
  const { page, close } = await openPhone(browser, { slowProcessor: true });
  await noteInteractions(page);
  await page.goto(address, { waitUntil: 'load' });
  await approachForm(page);
  const first = page.locator('[name=firstName]');
  await first.focus();
  const key = await slowestInteraction(page, () => page.keyboard.press('T'));
  await fillInRest(page);
  const submit = await slowestInteraction(page, () => tapSubmit(page));
  await close();
  return { key, submit };
}

async function tapSubmit(page: Page): Promise<void> {
  await page.locator('form button[type=submit]').tap();
}

async function waitForLiveForm(browser: Browser, address: string): Promise<number> {
  const { page, close } = await openPhone(browser, { slowProcessor: true, slowNetwork: true });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('form[novalidate]').waitFor({ state: 'attached', timeout: 60_000 });
  const took = await page.evaluate(() => performance.now());
  await close();
  return took;
}
