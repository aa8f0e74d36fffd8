import { readdirSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { securityHeaders } from '../../contract/security-headers.ts';
import { formWords } from '../../contract/page-words.ts';
import { builtSite } from '../../dev/build-site.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startBrowser, type WatchedPage } from '../../testing/browser.ts';
import { indexedPaths } from '../../testing/pages.ts';
import { startProduct } from '../../testing/running-product.ts';
import { send } from './contact-form.ts';
import { plainEnquiry } from '../../testing/enquiry.ts';

const browser = forAllTests(startBrowser);
const product = forAllTests(startProduct);

async function openWatched(options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const watched = await browser.openPage(options);
  const { page, complaints } = watched;
  await page.exposeFunction('noteViolation', (violation: string) => complaints.push(violation));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    noteViolation(event.violatedDirective + ' ' + event.blockedURI));`);
  return watched;
}

describe('the content security policy is not violated', () => {
  it('on any page or while an enquiry is sent', async () => {
    const { page, complaints } = await openWatched();
    for (const path of indexedPaths) await page.goto(`${product.site}${path}`);
    await page.goto(product.site);
    await send(page, plainEnquiry);
    await page.getByText(formWords.success.title).first().waitFor();
    expect(complaints).toEqual([]);
    await page.goto(`${product.site}/no-such-page`);
    expect(complaints).toEqual([expect.stringContaining('status of 404')]);
    await page.context().close();
  });

  it('except by an injected script, which does not run', async () => {
    const { page, complaints } = await openWatched();
    await page.goto(`${product.site}/terms`);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.body.dataset.slipped = "in"';
      document.body.append(script);
    });
    await expect.poll(() => complaints.join('\n')).toContain('script-src-elem inline');
    expect(await page.locator('body').getAttribute('data-slipped')).toBeNull();
    await page.context().close();
  });
});

function builtFiles(): string[] {
  return readdirSync(builtSite, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|html)$|^_headers$/.test(entry.name))
    .map((entry) => `${entry.parentPath.slice(builtSite.length)}/${entry.name}`);
}

async function expectHeaders(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${product.site}${path}`, { redirect: 'manual', ...options });
  await answer.arrayBuffer();
  for (const [name, value] of Object.entries(securityHeaders))
    expect(answer.headers.get(name), `${name} of ${path}`).toBe(value);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy, path).toContain("default-src 'none'");
  expect(policy, path).not.toContain('unsafe-');
  return answer;
}

describe('the security headers come with', () => {
  it.each<[string, number]>([
    ...indexedPaths.map((path): [string, number] => [path, 200]),
    ['/no-such-page', 404],
    ['/assets/no-such-file.js', 404],
    ['/api/no-such-route', 404],
    ['/api/contact/sent/7F3K-92QD', 404],
  ])('%s, answered with %i', async (path, status) => {
    expect((await expectHeaders(path)).status).toBe(status);
    expect((await expectHeaders(path, { headers: { accept: 'text/html' } })).status).toBe(status);
  });

  it("responses to GET requests for the form's endpoint", async () => {
    expect((await expectHeaders('/api/contact')).status).toBe(405);
  });

  it('every file of the site', async () => {
    const files = builtFiles();
    for (const ending of ['.js', '.pdf', '.woff2'])
      expect(files).toContainEqual(expect.stringMatching(new RegExp(`\\${ending}$`)));
    for (const file of files) expect((await expectHeaders(file)).status, file).toBe(200);
  });

  it.each([
    ['accepted', JSON.stringify(plainEnquiry), 202],
    ['refused', '{}', 400],
    ['not understood', '{', 400],
  ])('the response to an enquiry that is %s', async (_, body, status) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await expectHeaders('/api/contact', { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
  });

  it('the responses to accepted and refused enquiries without JavaScript', async () => {
    const accepted = { method: 'POST', body: new URLSearchParams({ ...plainEnquiry }) };
    const { status, headers } = await expectHeaders('/api/contact', accepted);
    expect(status).toBe(303);
    expect(headers.get('location')).toContain('/sent/#');
    const refused = { method: 'POST', body: new URLSearchParams() };
    const answer = await expectHeaders('/api/contact', refused);
    expect(answer.headers.get('location')).toContain('/not-sent/#');
  });
});
