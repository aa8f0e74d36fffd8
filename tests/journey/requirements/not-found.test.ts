import { expect, it } from 'vitest';

import { reportsNotFound, siteUnderTest } from '../site-under-test.ts';

const site = siteUnderTest();

it.each(['/nothing', '/terms/nothing', '/a/b/c?d=e', '/contact.html'])(
  '%s shows the not-found page',
  async (path) => {
    const page = await site.visit('/terms', { expected: reportsNotFound });
    const answer = await page.goto(`${site.url()}${path}`);
    expect(answer?.status()).toBe(404);
    expect(await page.locator('h1').innerText()).toBe('404 Page Not Found');
    await page.getByText('Did you forget to add the page to the router?').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForURL(`${site.url()}/`);
  },
);
