import { setTimeout as sleep } from 'node:timers/promises';

import { waitFor } from '#support/wait-for.ts';
import type { Engine } from './engines.ts';

/** In milliseconds; long enough for a busy machine. */
const timeout = 30_000;

export type Visitor = ReturnType<typeof visitorOf>;

/** A visitor with a browser, who finds elements by their visible text. */
export function visitorOf(engine: Engine) {
  /** Resolves to undefined if the call fails or hangs, as calls can during navigation. */
  function ask<Args extends unknown[], Answer>(call: (...args: Args) => Answer, ...args: Args) {
    const answer = engine.run(call, ...args);
    return Promise.race([answer, sleep(5_000, undefined)]).catch(() => undefined);
  }

  async function until<Args extends unknown[]>(
    what: string,
    call: (...args: Args) => boolean | undefined,
    ...args: Args
  ): Promise<void> {
    await waitFor(what, () => ask(call, ...args), timeout, 100);
  }

  /** After a key press, Firefox scrolls to the caret in the next frame: a click could miss. */
  async function frameIsDrawn(): Promise<void> {
    const time = () => document.timeline.currentTime;
    const before = await engine.run(time);
    await waitFor('a frame is drawn', async () => (await engine.run(time)) !== before, timeout);
  }

  /** Clicks a link, a button or a labelled field once it is at rest and nothing covers it. */
  async function click(name: string): Promise<void> {
    let before: ReturnType<typeof bringIntoView>;
    async function placeAtRest() {
      const now = await ask(bringIntoView, name);
      const isAtRest = now && now.x === before?.x && now.y === before.y;
      before = now;
      return isAtRest && now;
    }
    const target = await waitFor(`'${name}' can be clicked`, placeAtRest, timeout, 30);
    await engine.clickAt(target.x, target.y);
  }

  return {
    ...engine,
    until,
    click,
    async fill(label: string, text: string): Promise<void> {
      await click(label);
      await engine.run(() => (document.activeElement as HTMLInputElement).select());
      await engine.type(text);
      await frameIsDrawn();
    },
    sees: (text: string) =>
      until(`the page shows '${text}'`, (words) => document.body.innerText.includes(words), text),
  };
}

/** Runs in the page: scrolls to an element. Returns its centre if nothing covers the centre. */
function bringIntoView(name: string): { x: number; y: number } | undefined {
  const named = [...document.querySelectorAll<HTMLElement>('label, a, button')].find(
    (element) => element.innerText.trim() === name && element.checkVisibility(),
  );
  const target = named instanceof HTMLLabelElement ? named.control : named;
  target?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = target?.getClientRects()[0];
  if (!target || !box) return undefined;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return target.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : undefined;
}
