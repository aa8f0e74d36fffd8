import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { formWords } from '#contract/page-words.ts';
import { indexedPaths } from '#support/pages.ts';
import { builtSite } from '../../dev/build-site.ts';
import { accepted, answerWith, send } from './contact-form.ts';
import { reportsNotFound, siteUnderTest } from './site-under-test.ts';

const site = siteUnderTest();

/** Makes the test of a page fail if its policy is violated. */
async function reportViolations(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error(event.violatedDirective + ' ' + event.blockedURI));`);
}

it('no page violates the policy, not even while an enquiry is sent', async () => {
  const page = await site.visit('/', { before: reportViolations, expected: reportsNotFound });
  await answerWith(page, 202, accepted);
  await send(page);
  await page.getByText(formWords.success.title).first().waitFor();
  for (const path of [...indexedPaths, '/no-such-page']) await page.goto(`${site.url()}${path}`);
});

it('an injected script does not run', async () => {
  const page = await site.visit('/terms', { expected: /Content Security Policy|script-src-elem/ });
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.body.dataset.slipped = "in"';
    document.body.append(script);
  });
  expect(await page.locator('body').getAttribute('data-slipped')).toBeNull();
});

const hashes = "'sha256-[^']{44}'(?: 'sha256-[^']{44}')*";
const policy = new RegExp(
  `^default-src 'none'; script-src 'self' ${hashes}; style-src 'self' ${hashes}; ` +
    "img-src 'self' data:; font-src 'self'; manifest-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'$",
);

it('pages, missing pages and every file come with the security headers, and no cookie', async () => {
  const files = readdirSync(builtSite, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|html)$|^_headers$/.test(entry.name))
    .map((entry) => `${entry.parentPath.slice(builtSite.length)}/${entry.name}`);
  expect(files.length).toBeGreaterThan(20);
  const missing = ['/no-such-page', '/assets/no-such-file.js'];
  for (const path of [...indexedPaths, ...missing, ...files]) {
    const { status, headers } = await fetch(`${site.url()}${path}`);
    expect(status, path).toBe(missing.includes(path) ? 404 : 200);
    expect(Object.fromEntries(headers), path).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy':
        'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(policy) as string,
    });
    expect(headers.getSetCookie(), path).toEqual([]);
    expect(headers.has('access-control-allow-origin'), path).toBe(false);
  }
});
