import type { Page } from 'playwright-core';

import { formIsLive } from '../../testing/contact-page.ts';
import { pages } from '../../testing/pages.ts';
import { accepted, answerWith, neverAnswer, send, submit } from './contact-form.ts';

/** A page, or what a visitor has made of it. */
export interface State {
  name: string;
  path: string;
  wholePage: boolean;
  reach: (page: Page) => Promise<void>;
}

export const states: State[] = [
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
