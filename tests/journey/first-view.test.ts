import { createServer, get } from 'node:http';
import { describe, expect, it } from 'vitest';

import { listen } from '../../dev/ports.ts';
import { typeface } from '../../design/tokens.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startChromium, startWebkit } from './engines.ts';
import { startFirefox } from './firefox.ts';
import { visitorOf, type Visitor } from './visitor.ts';

type Size = readonly [width: number, height: number];

const largest: Size = [1440, 900];
const sizes: Size[] = [[1366, 657], [1280, 720], [1024, 600], largest, [768, 1024], [360, 640]];

/** Serves the built site, but holds back the fonts until they are released. */
async function serveLateFonts() {
  const site = await serveSite();
  const waiting: (() => void)[] = [];
  let isHolding = true;
  const server = createServer(({ url = '', headers }, response) => {
    const pass = () => {
      get(`${site.url}${url}`, { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
    };
    if (isHolding && url.endsWith('.woff2')) waiting.push(pass);
    else pass();
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    release() {
      isHolding = false;
      for (const pass of waiting.splice(0)) pass();
    },
    stop() {
      server.close().closeAllConnections();
      return site.stop();
    },
  };
}

async function fit(visitor: Visitor, size: Size): Promise<void> {
  await visitor.resize(...size);
  await waitFor(`the page has ${size.join(' × ')} px`, async () => {
    const shown = await visitor.run(() => [innerWidth, innerHeight]);
    return shown.join() === size.join();
  });
}

/** Runs in the page: the numbers of lines in the headline and in the paragraph below it. */
function countLines(): number[] {
  return [...document.querySelectorAll('h1, h1 + p')].map((block) => {
    const { height } = block.getBoundingClientRect();
    return Math.round(height / parseFloat(getComputedStyle(block).lineHeight));
  });
}

async function linesAt(visitor: Visitor): Promise<number[][]> {
  const lines: number[][] = [];
  for (const size of sizes) {
    await fit(visitor, size);
    lines.push(await visitor.run(countLines));
  }
  return lines;
}

/** Runs in the page: whether several elements match and all are visible below the navigation. */
function areInView(selector: string): boolean {
  const bar = document.querySelector('nav')?.getBoundingClientRect().bottom ?? Infinity;
  const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  return boxes.length > 1 && boxes.every(({ top, bottom }) => top >= bar && bottom <= innerHeight);
}

describe.each([
  { engine: 'Chromium', start: startChromium },
  { engine: 'Firefox', start: startFirefox },
  { engine: 'WebKit', start: startWebkit },
])('in $engine', ({ engine, start }) => {
  const site = forAllTests(serveLateFonts);
  const visitor = forAllTests(async () => visitorOf(await start()));

  async function keepsLines(): Promise<void> {
    const opened = visitor.open(site.url, ...largest);
    await visitor.until(
      'the page is waiting for fonts',
      (family) => {
        return document.querySelector('h1') !== null && !document.fonts.check(`1em '${family}'`);
      },
      typeface.display,
    );
    const before = await linesAt(visitor);
    site.release();
    await opened;
    const isLoaded = (family: string) => document.fonts.check(`1em '${family}'`);
    await visitor.until('it has its font', isLoaded, typeface.display);
    expect(await linesAt(visitor)).toEqual(before);
  }

  // WebKit's WebDriver runs no commands until the fonts have loaded.
  if (engine !== 'WebKit') it('a late font does not change the number of lines', keepsLines);

  it('the headline and buttons are in view at every size; a button leads to the form', async () => {
    site.release();
    for (const size of sizes) {
      const at = size.join(' × ');
      await visitor.open(`${site.url}/?${at}`, ...size);
      await fit(visitor, size);
      await visitor.until('it has its fonts', () => document.fonts.status === 'loaded');
      expect(await visitor.run(areInView, 'h1, #home p a'), at).toBe(true);
      await visitor.run(() =>
        document.querySelector<HTMLElement>('#home a[href="#contact"]')?.click(),
      );
      await visitor.until(`${at}: the fields are in view`, areInView, '[name$="Name"]');
    }
  });
});
