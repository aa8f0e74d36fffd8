import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { enhanceTooltips, OPEN_DELAY, SKIP_DELAY } from './tooltips-island.ts';

function hosts() {
  document.body.innerHTML = ['LinkedIn', 'Twitter']
    .map((name) => `<p data-tooltip><a href="#">${name}</a><span role="tooltip">${name}</span></p>`)
    .join('');
  enhanceTooltips(document);
  const [first, second] = document.querySelectorAll('p');
  if (!first || !second) throw new Error('two hosts expected');
  return { first, second };
}

function enter(host: Element, pointerType = 'mouse') {
  host.dispatchEvent(new PointerEvent('pointerenter', { pointerType }));
}

function leave(host: Element) {
  host.dispatchEvent(new PointerEvent('pointerleave'));
}

const isOpen = (host: Element) => host.hasAttribute('data-tooltip-open');

describe('tooltips', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('open when the pointer has been over the link for 700 ms', () => {
    const { first } = hosts();
    enter(first);
    vi.advanceTimersByTime(OPEN_DELAY - 1);
    expect(isOpen(first)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isOpen(first)).toBe(true);
  });

  it('open immediately if another was open less than 300 ms ago', () => {
    const { first, second } = hosts();
    enter(first);
    vi.advanceTimersByTime(OPEN_DELAY);
    leave(first);
    vi.advanceTimersByTime(SKIP_DELAY - 1);
    enter(second);
    expect(isOpen(first)).toBe(false);
    expect(isOpen(second)).toBe(true);
  });

  it('open with a delay if another was closed 300 ms ago', () => {
    const { first, second } = hosts();
    enter(first);
    vi.advanceTimersByTime(OPEN_DELAY);
    leave(first);
    vi.advanceTimersByTime(SKIP_DELAY);
    enter(second);
    expect(isOpen(second)).toBe(false);
  });

  it('close on Escape, even if the pointer does not move', () => {
    const { first } = hosts();
    enter(first);
    vi.advanceTimersByTime(OPEN_DELAY);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(isOpen(first)).toBe(false);
  });

  it('do not open on touch', () => {
    const { first } = hosts();
    enter(first, 'touch');
    vi.advanceTimersByTime(OPEN_DELAY);
    expect(isOpen(first)).toBe(false);
  });

  it('open immediately on focus and close when the focus moves on', () => {
    const { first } = hosts();
    const link = first.querySelector('a');
    if (!link) throw new Error('a link expected');
    vi.spyOn(link, 'matches').mockReturnValue(true);
    link.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    expect(isOpen(first)).toBe(true);
    link.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    expect(isOpen(first)).toBe(false);
  });
});
