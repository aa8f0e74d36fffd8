import { setTimeout as sleep } from 'node:timers/promises';

import type { Engine } from './engines.ts';
import { waitFor } from './wait-for.ts';

/** Milliseconds that a page may take on a machine that has much else to do. */
const timeout = 30_000;

/** A person at a browser: things are known by the words that they show. */
export interface Visitor extends Engine {
  /** Clicks a link, a button or the field of a label, once nothing covers it. */
  click: (name: string) => Promise<void>;
  /** Types into the field of a label in place of what it has. */
  fill: (label: string, text: string) => Promise<void>;
  /** Resolves when the page shows the text. */
  sees: (text: string) => Promise<void>;
  /** Resolves when it is so in the page. */
  until: <Args extends unknown[]>(
    what: string,
    call: (...args: Args) => boolean | undefined,
    ...args: Args
  ) => Promise<void>;
}

export function visitorOf(engine: Engine): Visitor {
  /** A page that is being left may answer with an error, or never. */
  function ask<Args extends unknown[], Answer>(call: (...args: Args) => Answer, ...args: Args) {
    const answer = engine.run(call, ...args);
    return Promise.race([answer, sleep(5_000, undefined)]).catch(() => undefined);
  }

  const until: Visitor['until'] = async (what, call, ...args) => {
    await waitFor(what, () => ask(call, ...args), timeout, 100);
  };

  /**
   * With the frame after a key, Firefox scrolls to the caret. If the page had been scrolled to
   * something else by then, that would be elsewhere when it is clicked.
   */
  async function frameIsDrawn(): Promise<void> {
    const time = () => document.timeline.currentTime;
    const before = await engine.run(time);
    await waitFor('a frame is drawn', async () => (await engine.run(time)) !== before, timeout);
  }

  async function click(name: string): Promise<void> {
    const what = `'${name}' can be clicked`;
    const target = await waitFor(what, () => ask(bringIntoView, name), timeout, 100);
    await engine.clickAt(target.x, target.y);
  }

  return {
    ...engine,
    until,
    click,
    async fill(label, text) {
      await click(label);
      await engine.run(() => (document.activeElement as HTMLInputElement).select());
      await engine.type(text);
      await frameIsDrawn();
    },
    sees: (text) =>
      until(`the page shows '${text}'`, (words) => document.body.innerText.includes(words), text),
  };
}

/** In the page: the middle of what has the name, if nothing covers it. */
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
