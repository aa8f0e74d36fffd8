import { describe, expect, it } from 'vitest';

import { pngSize } from '#support/png-size.ts';
import { readPdf } from '#support/site/read-pdf.ts';
import { indexedPaths, paths } from '#support/pages.ts';
import { siteUnderTest } from './site-under-test.ts';

const site = siteUnderTest();

/** Maps a URL of the published site to the site under test. */
function here(address: string): string {
  const { pathname, hash } = new URL(address, site.url());
  return `${site.url()}${pathname}${hash}`;
}

async function attributes(path: string, selector: string, name: string): Promise<string[]> {
  const page = await site.read(path);
  return page
    .locator(selector)
    .evaluateAll((all, attribute) => all.map((e) => e.getAttribute(attribute) ?? ''), name);
}

describe.each(paths)('the links of %s', (path) => {
  it('within the site lead to pages, files and anchors that exist', async () => {
    const hrefs = await attributes(path, 'a[href]', 'href');
    const internal = new Set(hrefs.filter((href) => /^[/#]/.test(href)));
    expect(internal.size).toBeGreaterThan(5);
    for (const href of internal) {
      const { pathname, hash } = new URL(href, `${site.url()}${path}`);
      if (pathname !== path) expect((await fetch(here(pathname))).status, href).toBe(200);
      if (!hash) continue;
      const target = (await site.read(pathname)).locator(`[id="${hash.slice(1)}"]`);
      expect(await target.count(), href).toBe(1);
    }
  });

  it('do not give new tabs access to the page', async () => {
    const page = await site.read(path);
    const open = page.locator('a[target="_blank"]:not([rel~="noopener"])');
    expect(await open.count()).toBe(0);
  });
});

it.each(['/terms', '/paia'])('all email and web addresses on %s are links', async (path) => {
  const page = await site.read(path);
  const plain = await page.locator('main').evaluate((main) => {
    const text = main.cloneNode(true) as HTMLElement;
    for (const link of text.querySelectorAll('a')) link.remove();
    return text.textContent;
  });
  expect(plain.match(/\S+@\S+|\S+\.(?:za|com|org)\b/g)).toBeNull();
});

it.each(['/terms', '/paia'])("the document of %s is a PDF with the page's title", async (path) => {
  const [href] = await attributes(path, 'a[target="_blank"]', 'href');
  const answer = await fetch(here(href ?? ''));
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const pdf = readPdf(Buffer.from(await answer.arrayBuffer()));
  const title = await (await site.read(path)).locator('h1').innerText();
  expect(pdf.title).toContain(title);
});

describe('search engines', () => {
  it('find every page in the sitemap, and the sitemap in robots.txt', async () => {
    const sitemap = await (await fetch(here('/sitemap.xml'))).text();
    const addresses = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address);
    expect(addresses.map((address) => new URL(address ?? '').pathname)).toEqual(indexedPaths);
    const robots = await (await fetch(here('/robots.txt'))).text();
    const named = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '';
    expect(new URL(named).pathname).toBe('/sitemap.xml');
  });

  it.each(indexedPaths)('read the address, title and description of %s', async (path) => {
    const [canonical] = await attributes(path, 'link[rel="canonical"]', 'href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    for (const property of ['og:title', 'og:description', 'og:url', 'og:type', 'og:image']) {
      const [content] = await attributes(path, `meta[property="${property}"]`, 'content');
      expect(content, property).toMatch(/\S/);
    }
    expect(await attributes(path, 'meta[property="og:url"]', 'content')).toEqual([canonical]);
    const [description] = await attributes(path, 'meta[name="description"]', 'content');
    expect(description?.length).toBeLessThanOrEqual(160);
    expect(await attributes(path, 'meta[name="robots"]', 'content')).toEqual([]);
  });

  it('do not list the not-found page', async () => {
    expect(await attributes('/no-such-page', 'meta[name="robots"]', 'content')).toEqual([
      'noindex',
    ]);
    expect(await attributes('/no-such-page', 'link[rel="canonical"]', 'href')).toEqual([]);
  });
});

it('every page has icons, a manifest with icons and a preview image of 1200 by 630', async () => {
  for (const path of paths) {
    const icons = await attributes(path, 'link[rel~="icon"], link[rel="apple-touch-icon"]', 'href');
    expect(icons).toHaveLength(3);
    const [manifest] = await attributes(path, 'link[rel="manifest"]', 'href');
    const answer = await fetch(here(manifest ?? ''));
    const { icons: more } = (await answer.json()) as { icons: { src: string; sizes: string }[] };
    for (const icon of [...icons, ...more.map(({ src }) => src)]) {
      const { status, headers } = await fetch(here(icon));
      expect([status, headers.get('content-type')], icon).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
    }
    const [card] = await attributes(path, 'meta[property="og:image"]', 'content');
    // The pages after a form was sent are for nobody else, so they have no preview.
    if (/sent$/.test(path)) continue;
    const image = await (await fetch(here(card ?? ''))).arrayBuffer();
    expect(pngSize(Buffer.from(image))).toEqual([1200, 630]);
  }
});
