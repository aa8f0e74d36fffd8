import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { formWords } from '#contract/page-words.ts';
import { typeface } from '#design/tokens.ts';
import { firstFonts } from '#design/typefaces.ts';
import { theme } from '#firm/theme.ts';
import { addresses } from '#support/pages.ts';
import {
  loadedFiles,
  scriptBytes,
  scriptsOf,
  totalOf,
  type LoadedFile,
} from '#support/loaded-files.ts';
import { formIsLive } from '#support/contact-page.ts';
import { builtSite } from '../../dev/build-site.ts';
import { siteUnderTest } from './site-under-test.ts';
import { accepted, answerWith, send } from './contact-form.ts';

const FIRST_VIEW_BYTES = 60_000;
const FONT_BYTES = 29_000;
/** Requests: the page, two fonts, and the stylesheet that does not block rendering. */
const FIRST_VIEW_REQUESTS = 4;
/** Ten TCP segments: what a server sends before it waits for an acknowledgement (RFC 6928). */
const FIRST_FLIGHT_BYTES = 10 * 1_460;
const PAGE_SCRIPT_BYTES = 2_000;
const FORM_SCRIPT_BYTES = 95_000;

/** A character that the preloaded fonts do not have. Only the texts of some firms have any. */
const beyondEnglish = /[^\s\u2060\x20-\x7E·–—‘’“”•…]/;
const furtherFonts = Object.values(theme.typefaces).flatMap(({ files }) =>
  files.slice(0, -1).map(({ file }) => `/fonts/${file}`),
);

const site = siteUnderTest();

function fontsOf(files: LoadedFile[]): LoadedFile[] {
  return files.filter(({ path }) => path.endsWith('.woff2'));
}

/** Disables animation frames, so that code which waits for the first one never runs. */
async function neverDrawn(page: Page): Promise<void> {
  await page.addInitScript('window.requestAnimationFrame = () => 0;');
}

/** The HTML of a page, and the bytes of its response: the compressed body and the headers. */
async function responseOf(url: string): Promise<{ html: string; bytes: number }> {
  const request = get(url, { agent: false, headers: { 'Accept-Encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { socket } = response;
  const body = Buffer.concat(await response.toArray());
  return { html: brotliDecompressSync(body).toString(), bytes: socket.bytesRead };
}

/** The files of a first view, without the tooltips, which only short pages load immediately. */
async function firstFiles(page: Page): Promise<LoadedFile[]> {
  const files = await loadedFiles(page);
  return files.filter(({ path }) => !path.includes('tooltips'));
}

/** The files that the first view of the page would have if all its texts were English. */
async function withoutFurtherFonts(page: Page, files: LoadedFile[]): Promise<LoadedFile[]> {
  const isEnglish = !beyondEnglish.test(await page.locator('body').innerText());
  return files.filter(({ path }) => isEnglish || !furtherFonts.includes(path));
}

describe.each(addresses)('the first view of %s', (path) => {
  it('is small, and needs few requests', async () => {
    const page = await site.read(path);
    const files = await firstFiles(page);
    expect(files.map((file) => file.bytes)).not.toContain(0);
    expect(totalOf(files)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
    const english = await withoutFurtherFonts(page, files);
    expect(english.length, english.map((file) => file.path).join(' ')).toBeLessThanOrEqual(
      FIRST_VIEW_REQUESTS,
    );
  });

  it('needs only the two fonts that it preloads', async () => {
    const page = await site.read(path);
    await page.evaluate(() => document.fonts.ready);
    const fonts = await withoutFurtherFonts(page, fontsOf(await loadedFiles(page)));
    expect(totalOf(fonts)).toBeLessThanOrEqual(FONT_BYTES);
    expect(fonts.map((font) => font.path).sort()).toEqual([...firstFonts].sort());
  });

  it('fits into the first round trip, with its headers', async () => {
    const { html, bytes } = await responseOf(`${site.url()}${path}`);
    expect(html).toMatch(/<\/html>\s*$/);
    expect(bytes).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
  });

  it('is painted without waiting for anything else', async () => {
    const page = await site.read(path);
    const [, ...resources] = await loadedFiles(page);
    expect(resources.filter((file) => file.blocksRendering)).toEqual([]);
    // Modules run after parsing, and structured data never runs.
    const others = 'script:not([type="module"], [type="application/ld+json"])';
    expect(await page.locator(others).count()).toBe(0);
  });

  it('is painted before its script runs', async () => {
    const page = await site.visit(path, { before: neverDrawn });
    expect(await page.locator('nav[data-nav]').getAttribute('data-nav')).toBe('');
  });

  it('has almost no JavaScript, and all of it is inline', async () => {
    const page = await site.read(path);
    await page.locator('nav[data-nav="enhanced"]').waitFor();
    expect(scriptsOf(await firstFiles(page))).toEqual([]);
    const bytes = await scriptBytes(page);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(PAGE_SCRIPT_BYTES);
  });
});

it('loads further font files when a visitor types a character that needs them', async () => {
  const page = await site.visit('/');
  const before = fontsOf(await loadedFiles(page)).map((font) => font.path);
  await formIsLive(page);
  await page.locator('[name=firstName]').fill('Thabo');
  const loaded = async () => fontsOf(await loadedFiles(page)).map((font) => font.path);
  expect(await loaded()).toEqual(before);
  await page.locator('[name=lastName]').fill('Šimek');
  const [further] = theme.typefaces.text.files;
  await expect.poll(loaded).toEqual([...before, `/fonts/${further?.file}`]);
  await page.waitForFunction(
    (font) => document.fonts.check(font, 'Šimek'),
    `16px '${typeface.text}'`,
  );
});

it('the form loads its JavaScript within a budget when the visitor nears the form', async () => {
  const page = await site.visit('/');
  await answerWith(page, 202, accepted);
  await formIsLive(page);
  await send(page);
  await page.getByRole('status').getByText(formWords.success.title).waitFor();
  // Every script in the build has been requested by now, except for tooltips, which are optional.
  const loaded = async () => scriptsOf(await firstFiles(page)).map(({ path }) => path);
  await expect.poll(async () => (await loaded()).sort()).toEqual(built());
  expect(await scriptBytes(page)).toBeLessThanOrEqual(FORM_SCRIPT_BYTES);
});

function built(): string[] {
  return readdirSync(join(builtSite, 'assets'))
    .filter((file) => file.endsWith('.js') && !file.includes('tooltips'))
    .map((file) => `/assets/${file}`)
    .sort();
}
