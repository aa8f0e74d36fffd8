import { describe, expect, it } from 'vitest';

import { isShipped } from '#support/firms/shipped.ts';
import { paths } from '#support/pages.ts';
import { reportsNotFound, siteUnderTest, type VisitOptions } from './site-under-test.ts';

const site = siteUnderTest();
const plain: VisitOptions = {
  javaScriptEnabled: false,
  viewport: { width: 360, height: 740 },
  expected: reportsNotFound,
};
const sections = ['Services', 'About', 'Contact'];

describe.each(paths)('without JavaScript, %s', (path) => {
  it('shows all the links of the navigation, and no menu button', async () => {
    const page = await site.visit(path, plain);
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Home', ...sections, 'Terms & Conditions']) {
      const link = nav.getByRole('link', { name, exact: true });
      const box = await link.boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
    }
    expect(await nav.getByRole('button').count()).toBe(0);
    // A real click, which fails if something covers the link.
    await nav.getByRole('link', { name: 'Terms & Conditions' }).click();
    await page.waitForURL('**/terms');
  });
});

it.runIf(isShipped)(
  'without JavaScript, the specimen of a service can be opened, and fits on a phone',
  async () => {
    const page = await site.visit('/', plain);
    const summary = page.getByText('See a page of month-end accounts');
    const accounts = page.getByRole('table', { name: 'Management accounts' });
    expect(await accounts.isVisible()).toBe(false);
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await summary.click();
    const surplus = accounts.getByRole('row', { name: 'Surplus' });
    expect(await surplus.innerText()).toMatch(/213\s+186\s+27$/);
    const { x = NaN, width = NaN } = (await surplus.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
    await summary.click();
    expect(await accounts.isVisible()).toBe(false);
  },
);
