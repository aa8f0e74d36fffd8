import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Contents } from '../pages/legal/Contents.tsx';
import { enhanceContents } from './current-section.ts';

const ids = ['fees', 'notice', 'law'];

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element;
}

/** Positions the sections as they would be after some scrolling. */
async function scrollTo(...tops: number[]) {
  tops.forEach((top, index) => {
    find(`#${ids[index]}`).getBoundingClientRect = () => new DOMRect(0, top, 100, 400);
  });
  Object.assign(window, { scrollY: 10 });
  window.dispatchEvent(new Event('scroll'));
  await new Promise(requestAnimationFrame);
}

const marked = () =>
  [...document.querySelectorAll('[aria-current]')].map((link) => link.getAttribute('href'));

beforeEach(() => {
  const entries = ids.map((id) => ({ id, title: id }));
  document.body.innerHTML = `${renderToStaticMarkup(<Contents entries={entries} />)}<main>
    ${ids.map((id) => `<section id="${id}"></section>`).join('')}</main>`;
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(4000);
});

describe('the table of contents', () => {
  it('marks the section being read, and none before the first', async () => {
    await scrollTo(900, 1300, 1700);
    enhanceContents(document);
    expect(marked()).toEqual([]);
    await scrollTo(100, 500, 900);
    expect(marked()).toEqual(['#fees']);
    await scrollTo(-300, 100, 500);
    expect(marked()).toEqual(['#notice']);
    await scrollTo(900, 1300, 1700);
    expect(marked()).toEqual([]);
  });

  it('scrolls to the current link if the list is taller than its frame', async () => {
    const frame = find('[data-contents]');
    frame.getBoundingClientRect = () => new DOMRect(0, 100, 200, 300);
    find('[href="#law"]').getBoundingClientRect = () => new DOMRect(0, 480, 200, 40);
    enhanceContents(document);
    await scrollTo(-800, -400, 100);
    expect(frame.scrollTop).toBe(120);
  });
});
