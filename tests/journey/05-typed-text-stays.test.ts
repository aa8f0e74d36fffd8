import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { startChromium, type Engine } from './engines.ts';
import { startFirefox } from './firefox.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { visitorOf, type Visitor } from './visitor.ts';
import { siteUnderTest } from './site-under-test.ts';

const site = siteUnderTest();
let slow: Server;
let url: string;
let held: (() => void)[];

/** Lets the form's script arrive. */
function release(): void {
  for (const go of held.splice(0)) go();
}

beforeAll(async () => {
  held = [];
  slow = createServer((from, to) => {
    const pass = () =>
      from.pipe(
        request(site.url() + (from.url ?? ''), { headers: from.headers }, (answer) => {
          to.writeHead(answer.statusCode ?? 502, {
            ...answer.headers,
            'Cache-Control': 'no-store',
          });
          answer.pipe(to);
        }),
      );
    if (from.url?.includes('contact-island')) held.push(pass);
    else pass();
  });
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
});
afterEach(release);
afterAll(() => slow.close());

/** What others do to the form before our script runs; each runs in the page. */
const changes: Record<string, () => void> = {
  'a translator wraps every text': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(({ data }) => data.trim() !== '')) {
      const range = document.createRange();
      range.selectNode(text);
      range.surroundContents(document.createElementNS('http://www.w3.org/1999/xhtml', 'font'));
    }
  },
  'a password manager puts its icon into each field': () => {
    for (const field of document.querySelectorAll('form .field')) {
      field.querySelector('input')?.setAttribute('data-manager', '');
      field.append(Object.assign(document.createElement('div'), { textContent: '🔑' }));
    }
  },
  'a grammar checker puts an element beside the message': () => {
    const message = document.querySelector('textarea');
    message?.setAttribute('data-checked', 'true');
    message?.after(document.createElement('grammar-checker'));
  },
};

const engines = { Chromium: startChromium, Firefox: startFirefox };

describe.each(Object.entries(engines))('in %s, typed text, focus and caret stay if', (_, start) => {
  let engine: Engine;
  let visitor: Visitor;

  beforeAll(async () => {
    engine = await start();
    visitor = visitorOf(engine);
  });
  afterAll(() => engine.stop());

  it.each(Object.entries(changes))('%s before the form is live', async (_change, change) => {
    await visitor.open(url, 768, 900);
    await visitor.fill('Email', 'thabo@example.org');
    await visitor.fill('First Name', 'Thabo');
    await visitor.run(change);
    await waitFor('the script is asked for', () => held.length > 0);
    release();
    await visitor.until('the form is live', () => document.querySelector('form')?.noValidate);
    await visitor.type(' M');
    const found = await visitor.run(() => [
      document.activeElement?.getAttribute('name'),
      ...[...document.querySelectorAll<HTMLInputElement>('.field input')].map(({ value }) => value),
      JSON.parse(sessionStorage.getItem('contact-draft') ?? '{}') as { email?: string },
    ]);
    expect(found).toEqual([
      'firstName',
      ...['Thabo M', '', 'thabo@example.org', ''],
      expect.objectContaining({ firstName: 'Thabo M', email: 'thabo@example.org' }),
    ]);
  });
});
