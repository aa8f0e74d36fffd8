import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { openSync, type Font } from 'fontkit';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { builtSite } from '../../dev/build-site.ts';
import { addresses, pages } from '../../testing/pages.ts';
import {
  loadedFiles,
  scriptBytes,
  scriptsOf,
  totalOf,
  type LoadedFile,
} from '../../testing/loaded-files.ts';
import { neverIdle, siteUnderTest } from './site-under-test.ts';
import { formIsLive } from '../../testing/contact-page.ts';
import { accepted, answerWith, send } from './contact-form.ts';

const FIRST_VIEW_BYTES = 75_000;
const FONT_BYTES = 26_000;
/** The number of requests: the page and two fonts. */
const FIRST_VIEW_REQUESTS = 3;
/** Ten segments: what a server may send before the first acknowledgement (RFC 6928). */
const FIRST_FLIGHT_BYTES = 10 * 1_460;
const PAGE_SCRIPT_BYTES = 2_000;
const FORM_SCRIPT_BYTES = 95_000;

// Read-only pages only load what they need.
const site = siteUnderTest(neverIdle);

function fontsOf(files: LoadedFile[]): LoadedFile[] {
  return files.filter(({ path }) => path.endsWith('.woff2'));
}

/** Opens a page that only loads what it needs. */
function visitBusy(path: string): Promise<Page> {
  return site.visit(path, { before: neverIdle });
}

/** Stops the page before its first frame. */
async function neverDrawn(page: Page): Promise<void> {
  await page.addInitScript('window.requestAnimationFrame = () => 0;');
}

/** The part of a page that arrives in the first round trip. */
async function firstFlightOf(url: string): Promise<string> {
  const request = get(url, { agent: false, headers: { 'Accept-Encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { socket } = response;
  const body = Buffer.concat(await response.toArray());
  const arrived = body.subarray(0, FIRST_FLIGHT_BYTES - (socket.bytesRead - body.length));
  const finishFlush = constants.BROTLI_OPERATION_FLUSH;
  return brotliDecompressSync(arrived, { finishFlush }).toString();
}

/** The text of a page, by font: titles and body. */
function textByFamily(page: Page): Promise<{ newsreader: string; 'public-sans': string }> {
  return page.evaluate(() => {
    const text = { newsreader: '', 'public-sans': '' };
    for (const element of document.body.querySelectorAll('*:not(script)')) {
      const { fontFamily } = getComputedStyle(element);
      const family = fontFamily.startsWith('Newsreader') ? 'newsreader' : 'public-sans';
      const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      text[family] += nodes.map((node) => node.textContent).join('');
      text[family] += element.getAttribute('placeholder') ?? '';
      for (const part of ['::before', '::after']) {
        const { content } = getComputedStyle(element, part);
        if (content.startsWith('"')) text[family] += content;
      }
    }
    return text;
  });
}

describe.each(addresses)('the first view of %s', (path) => {
  it('is small, and needs few requests', async () => {
    const files = await loadedFiles(await site.read(path));
    expect(files.map((file) => file.bytes)).not.toContain(0);
    expect(totalOf(files)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
    expect(files.length, files.map((file) => file.path).join(' ')).toBeLessThanOrEqual(
      FIRST_VIEW_REQUESTS,
    );
  });

  it('has every character of its text in two small fonts', async () => {
    const page = await site.read(path);
    await page.evaluate(() => document.fonts.ready);
    const fonts = fontsOf(await loadedFiles(page));
    expect(totalOf(fonts)).toBeLessThanOrEqual(FONT_BYTES);
    expect(fonts).toHaveLength(2);
    for (const [family, text] of Object.entries(await textByFamily(page))) {
      const [font] = fonts.filter(({ path: file }) => file.includes(family));
      const loaded = openSync(join(builtSite, font?.path ?? '')) as Font;
      // A word joiner has no glyph.
      const letters = [...new Set(text.replaceAll(/[\n\u2060]/g, ''))];
      expect(letters.length).toBeGreaterThan(30);
      expect(
        letters.filter((letter) => !loaded.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
      ).toEqual([]);
    }
  });

  it('uses its serif font only in the one weight that it has', async () => {
    const weights = await (
      await site.read(path)
    ).evaluate(() =>
      [...document.body.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .filter(({ fontFamily }) => fontFamily.startsWith('Newsreader'))
        .map(({ fontWeight }) => fontWeight),
    );
    expect(new Set(weights)).toEqual(new Set(['400']));
  });

  it('has all its text in the first round trip', async () => {
    expect(await firstFlightOf(`${site.url()}${path}`)).toContain('</footer>');
  });

  it('is painted without waiting for anything else', async () => {
    const page = await site.read(path);
    const [, ...resources] = await loadedFiles(page);
    expect(resources.filter((file) => file.blocksRendering)).toEqual([]);
    // Modules run after parsing; data is never run.
    const others = 'script:not([type="module"], [type="application/ld+json"])';
    expect(await page.locator(others).count()).toBe(0);
  });

  it('is painted before its script runs', async () => {
    const page = await site.visit(path, { before: neverDrawn });
    expect(await page.locator('nav[data-nav]').getAttribute('data-nav')).toBe('');
  });

  it('has almost no JavaScript, and requests none', async () => {
    const page = await site.read(path);
    await page.locator('nav[data-nav="enhanced"]').waitFor();
    expect(scriptsOf(await loadedFiles(page))).toEqual([]);
    const bytes = await scriptBytes(page);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(PAGE_SCRIPT_BYTES);
  });
});

it('loads further characters once a visitor types one', async () => {
  const page = await visitBusy('/');
  const before = fontsOf(await loadedFiles(page)).map((font) => font.path);
  await formIsLive(page);
  await page.locator('[name=firstName]').fill('Thabo');
  const loaded = async () => fontsOf(await loadedFiles(page)).map((font) => font.path);
  expect(await loaded()).toEqual(before);
  await page.locator('[name=firstName]').fill('Zoë');
  await page.locator('[name=lastName]').fill('Šimek');
  const others = ['/fonts/public-sans-ad72bf.woff2', '/fonts/public-sans-5165c4.woff2'];
  await expect.poll(loaded).toEqual(expect.arrayContaining([...before, ...others]));
  await page.waitForFunction(() => document.fonts.check("16px 'Public Sans'", 'Zoë Šimek'));
});

const withoutForm = pages.filter(({ hasForm }) => !hasForm);

it.each(withoutForm)('$address loads nothing more while reading', async ({ address }) => {
  const page = await site.visit(address);
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 10_000 })));
  await page.mouse.wheel(0, 20_000);
  await page.waitForFunction(() => scrollY > 0);
  expect(await scriptBytes(page)).toBeLessThanOrEqual(PAGE_SCRIPT_BYTES);
});

it('the form loads its JavaScript when the visitor nears it, within its budget', async () => {
  const page = await visitBusy('/');
  await answerWith(page, 202, accepted);
  await formIsLive(page);
  await send(page);
  await page.getByRole('status').getByText('Message Sent Successfully').waitFor();
  // Everything in the build has been requested by now.
  const loaded = async () => scriptsOf(await loadedFiles(page)).map(({ path }) => path);
  await expect.poll(async () => (await loaded()).sort()).toEqual(built());
  expect(await scriptBytes(page)).toBeLessThanOrEqual(FORM_SCRIPT_BYTES);
});

function built(): string[] {
  return readdirSync(join(builtSite, 'assets'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => `/assets/${file}`)
    .sort();
}
