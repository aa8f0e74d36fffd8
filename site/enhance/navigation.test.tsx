import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Navigation } from '../sections/Navigation.tsx';
import { enhanceNavigation } from './navigation.ts';

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element;
}

const toggle = () => find('[data-nav-toggle]');
const state = () => [
  find('[data-nav]').hasAttribute('data-open'),
  toggle().getAttribute('aria-expanded'),
];
const open = [true, 'true'];
const closed = [false, 'false'];

function scrollPage(top: number) {
  Object.assign(window, { scrollY: top });
  window.dispatchEvent(new Event('scroll'));
}

beforeEach(() => {
  Object.assign(window, { scrollY: 0 });
  document.body.innerHTML = `${renderToStaticMarkup(<Navigation page="home" />)}<main>
    <section id="home"></section><section id="services"></section>
    <section id="about"></section><section id="contact"></section></main>`;
});

describe('the menu', () => {
  beforeEach(() => {
    enhanceNavigation(document);
  });

  it('is closed initially, and opened and closed by the toggle', () => {
    expect(state()).toEqual(closed);
    toggle().click();
    expect(state()).toEqual(open);
    toggle().click();
    expect(state()).toEqual(closed);
  });

  it('closes when a link is clicked', () => {
    toggle().click();
    find('[data-nav-link][href="#about"]').click();
    expect(state()).toEqual(closed);
  });

  it('closes on Escape, with the focus back on the toggle', () => {
    toggle().click();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(state()).toEqual(closed);
    expect(document.activeElement).toBe(toggle());
  });

  it('closes on a click outside, but not on a click inside', () => {
    toggle().click();
    find('nav ul').click();
    expect(state()).toEqual(open);
    find('main').click();
    expect(state()).toEqual(closed);
  });

  it('closes when the focus leaves it, but not while the focus is inside', () => {
    toggle().click();
    find('[data-nav-link]').focus();
    expect(state()).toEqual(open);
    find('main').tabIndex = -1;
    find('main').focus();
    expect(state()).toEqual(closed);
  });
});

describe('the shadow of the bar', () => {
  it.each([
    [0, false],
    [50, false],
    [51, true],
  ])('is stronger after scrolling %i px: %s', (top, stronger) => {
    enhanceNavigation(document);
    scrollPage(top);
    expect(find('[data-nav]').hasAttribute('data-scrolled')).toBe(stronger);
  });

  it('is stronger on a page that opens scrolled down', () => {
    Object.assign(window, { scrollY: 400 });
    enhanceNavigation(document);
    expect(find('[data-nav]').hasAttribute('data-scrolled')).toBe(true);
  });
});

describe('the current section', () => {
  it('is marked on its link only, and changes as the page is scrolled', async () => {
    const tops = { home: -900, services: -200, about: 500, contact: 1400 };
    for (const [id, top] of Object.entries(tops)) {
      find(`#${id}`).getBoundingClientRect = () => new DOMRect(0, top);
    }
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(4000);
    enhanceNavigation(document);
    const marked = () =>
      [...document.querySelectorAll('[aria-current="location"]')].map(
        ({ textContent }) => textContent,
      );
    expect(marked()).toEqual(['Services']);
    find('#about').getBoundingClientRect = () => new DOMRect(0, 80);
    scrollPage(600);
    await new Promise(requestAnimationFrame);
    expect(marked()).toEqual(['About']);
  });

  it('is not marked on a page without the sections', () => {
    find('main').remove();
    enhanceNavigation(document);
    expect(document.querySelector('[aria-current="location"]')).toBeNull();
  });
});
