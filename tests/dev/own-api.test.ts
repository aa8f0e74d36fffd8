import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';

import { stopChild } from '../../dev/processes.ts';
import { ownSettings, startOwn } from '../../testing/own-start.ts';
import { sendUntilAcknowledged } from '../../testing/send-enquiry.ts';

const theirs = 'https://api.example.co.za';

it.each(['start', 'dev'] as const)(
  'npm run %s says that it ignores API_URL, and its pages use its own API',
  async (mode) => {
    const settings = await ownSettings();
    const product = startOwn({ ...settings, API_URL: theirs }, mode);
    onTestFinished(async () => {
      await stopChild(product.child);
      rmSync(settings.DATA_DIR ?? '', { recursive: true, force: true });
    });
    await product.ready();
    expect(product.output()).toContain(`API_URL (${theirs}) is ignored`);
    const page = await fetch(`${product.site}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain(theirs);
    expect(JSON.stringify([...page.headers])).not.toContain(theirs);
    await sendUntilAcknowledged(product.site, 'own');
  },
);
