import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { expect, it, vi } from 'vitest';

import { firm } from '#firm/firm.ts';
import { startBrowser } from '#support/browser.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { routes } from '../../site/routes.tsx';

vi.mock('vite-react-ssg', () => ({ Head: ({ children }: { children: unknown }) => children }));

const browser = forAllTests(startBrowser);

it.each([320, 360, 768, 1024, 1440])(
  'at %i px, a long name takes at most two lines, and the navigation bar keeps its height',
  async (width) => {
    expect(firm.name).toHaveLength(67);
    const sheet = new ServerStyleSheet();
    const home = routes.find(({ path }) => path === '/')?.element;
    const page = renderToStaticMarkup(sheet.collectStyles(home));
    const { page: opened } = await browser.openPage({ viewport: { width, height: 640 } });
    await opened.setContent(`<!doctype html>${sheet.getStyleTags()}${page}`);
    const measures = await opened
      .locator('nav[data-nav] a')
      .first()
      .evaluate((brand) => {
        const name = document.createRange();
        name.selectNodeContents(brand.lastChild as Node);
        const { scrollWidth, clientWidth } = document.documentElement;
        return {
          lines: name.getClientRects().length,
          bar: document.querySelector('nav')?.clientHeight,
          letters: parseFloat(getComputedStyle(brand).fontSize),
          beyond: scrollWidth - clientWidth,
        };
      });
    expect(measures.lines).toBeLessThanOrEqual(2);
    expect(measures.letters).toBeGreaterThanOrEqual(12);
    expect(measures).toMatchObject({ bar: 79, beyond: 0 });
  },
);
