import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { hydrateIslands } from './islands.ts';

let notice: (near: boolean) => void;
let observed: IntersectionObserverInit | undefined;

const hydrate = vi.fn();
const load = vi.fn();

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: object[]) => void, options: IntersectionObserverInit) {
        notice = (near) => report([{ isIntersecting: near }]);
        observed = options;
      }
      observe() {}
      disconnect() {}
    },
  );
  load.mockReset().mockResolvedValue(hydrate);
  hydrate.mockReset();
  document.body.innerHTML = '<div data-island="form"><input></div><div data-island="other"></div>';
  hydrateIslands(document, { form: load });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an island', () => {
  it('is not loaded while it is far away', () => {
    notice(false);
    expect(load).not.toHaveBeenCalled();
  });

  it('is hydrated when it comes within 1500 px', async () => {
    expect(observed).toEqual({ rootMargin: '1500px' });
    notice(true);
    await expect.poll(() => hydrate).toHaveBeenCalledTimes(1);
    expect(hydrate).toHaveBeenCalledWith(document.querySelector('[data-island="form"]'));
  });

  it('is hydrated only once', async () => {
    notice(true);
    await expect.poll(() => hydrate).toHaveBeenCalled();
    document.querySelector('input')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is loaded again on focus if loading failed', async () => {
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    notice(true);
    const focus = () => {
      document.querySelector('input')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      return hydrate;
    };
    await expect.poll(focus).toHaveBeenCalledTimes(1);
  });
});
