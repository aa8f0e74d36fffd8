import { randomUUID } from 'node:crypto';
import { createServer, get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

import { contactField, contactFieldNames } from '#contract/contact-fields.ts';
import { contactFormSchema, firstErrorByField } from '#contract/contact-form.ts';
import { createUser } from '#storage/users.ts';
import { createUniqueEnquiry, type Enquiry } from '#support/enquiry.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { officePassword } from '#support/office/office-pages.ts';
import { startProduct } from '#support/running-product.ts';
import { waitFor } from '#support/wait-for.ts';
import { listen } from '../../dev/ports.ts';
import { startChromium, startWebkit } from './engines.ts';
import { startFirefox } from './firefox.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const phone = [360, 740] as const;
const product = forAllTests(startProduct);

/** The site, but the script of the form arrives only when it is released. */
const slow = forAllTests(async () => {
  const held: (() => void)[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const pass = () =>
      get(product.site + url, { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          'cache-control': 'no-store',
        });
        answer.pipe(response);
      });
    if (url.includes('contact-island')) held.push(pass);
    else pass();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const release = () => held.splice(0).forEach((pass) => pass());
  return { url, held, release, stop: () => server.close().closeAllConnections() };
});

async function fillIn(visitor: Visitor, enquiry: Enquiry): Promise<void> {
  for (const name of contactFieldNames) await visitor.fill(contactField(name).label, enquiry[name]);
}

async function openLiveForm(visitor: Visitor): Promise<void> {
  await visitor.open(product.site, ...phone);
  await visitor.run(() => document.querySelector('#contact')?.scrollIntoView());
  await visitor.until('the form is live', () => document.querySelector('form')?.noValidate);
}

const nothing = Object.fromEntries(contactFieldNames.map((name) => [name, '']));
const { error = expect.fail('an empty form is accepted') } = contactFormSchema.safeParse(nothing);
const messages = firstErrorByField(error);

/** Runs in the page: whether the field is marked as invalid and described by the message. */
function isDescribedBy(name: string, message: string): boolean {
  const field = document.querySelector(`[name="${name}"][aria-invalid="true"]`);
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.some((id) => document.getElementById(id)?.innerText.includes(message));
}

/** Runs in the page. */
function isMenuOpen(): boolean {
  return document.querySelector('[data-nav-toggle]')?.getAttribute('aria-expanded') === 'true';
}

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
    for (const field of document.querySelectorAll('form .field'))
      field.append(Object.assign(document.createElement('div'), { textContent: '🔑' }));
  },
  'a grammar checker puts an element beside the message': () => {
    const message = document.querySelector('textarea');
    message?.setAttribute('data-checked', 'true');
    message?.after(document.createElement('grammar-checker'));
  },
};

describe.each([
  ['Chromium', startChromium],
  ['Firefox', startFirefox],
])('in %s, typed text, focus and caret stay if', (_, start) => {
  const visitor = forAllTests(async () => visitorOf(await start()));

  it.each(Object.entries(changes))('%s before the form is live', async (_change, change) => {
    await visitor.open(slow.url, 768, 900);
    await visitor.fill('Email', 'thabo@example.org');
    await visitor.fill('First Name', 'Thabo');
    await visitor.run(change);
    await waitFor('the script is asked for', () => slow.held.length > 0);
    slow.release();
    await visitor.until('the form is live', () => document.querySelector('form')?.noValidate);
    await visitor.type(' M');
    const fields = await visitor.run(() => [
      document.activeElement?.getAttribute('name'),
      ...[...document.querySelectorAll<HTMLInputElement>('.field input')].map(({ value }) => value),
      JSON.parse(sessionStorage.getItem('contact-draft') ?? '{}') as { email?: string },
    ]);
    expect(fields).toEqual([
      'firstName',
      ...['Thabo M', '', 'thabo@example.org', ''],
      expect.objectContaining({ firstName: 'Thabo M', email: 'thabo@example.org' }),
    ]);
  });
});

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebkit],
])('in %s', (engine, start) => {
  const visitor = forAllTests(async () => visitorOf(await start()));

  afterEach(async () => {
    expect(await visitor.complaints()).toEqual([]);
  });

  it('a visitor sees an error beside each field, then sends an enquiry', async () => {
    await openLiveForm(visitor);
    await visitor.click('Send Message');
    for (const [name, message] of Object.entries(messages))
      await visitor.until(`${name} has its message`, isDescribedBy, name, message);
    expect(await visitor.run(() => document.title)).toMatch(/^Error: /);
    const enquiry = createUniqueEnquiry({ email: `${randomUUID()}@example.org` });
    await fillIn(visitor, enquiry);
    // The button moves when the last message goes.
    await visitor.until(
      'no field has an error',
      () => document.querySelector('form [aria-invalid="true"]') === null,
    );
    await visitor.click('Send Message');
    await visitor.until('there is a receipt', () => document.querySelector('.reference') !== null);
    const reference = await visitor.run(
      () => document.querySelector<HTMLElement>('.reference')?.innerText,
    );
    expect(await product.untilSent(reference)).toMatchObject(enquiry);
  });

  it('the menu opens on a phone, and closes with Escape or when the focus leaves it', async () => {
    await visitor.open(product.site, ...phone);
    await visitor.click('Open menu');
    await visitor.until('the menu is open', isMenuOpen);
    await visitor.press('Escape');
    expect(await visitor.run(isMenuOpen)).toBe(false);
    await visitor.press('Enter');
    await visitor.until('the menu is open', isMenuOpen);
    const items = await visitor.run(() => document.querySelectorAll('nav[data-nav] li a').length);
    for (let item = 0; item < items; item += 1) {
      await visitor.press('Tab');
      expect(await visitor.run(isMenuOpen)).toBe(true);
    }
    await visitor.press('Tab');
    await visitor.until(
      'the menu is closed',
      () => document.querySelector('[data-nav-toggle][aria-expanded="false"]') !== null,
    );
  });

  it('a colleague signs in to the desk', async () => {
    const username = `naledi-${engine.toLowerCase()}`;
    await createUser(product.database, { username, password: officePassword });
    await visitor.open(`${product.site}/ops/account`, 1280, 800);
    await visitor.sees('Staff sign-in');
    await visitor.fill('Username', username);
    await visitor.fill('Password', officePassword);
    await visitor.click('Sign in');
    await visitor.sees('My account');
  });
});

describe.each([
  ['Chromium', startChromium],
  ['Firefox', startFirefox],
  ['WebKit', startWebkit],
])('in %s without JavaScript, a visitor', (_, start) => {
  const visitor = forAllTests(async () => visitorOf(await start(false)));

  it('reads why it was refused, goes back to what was typed, and sends it', async () => {
    const enquiry = createUniqueEnquiry({ email: `${randomUUID()}@example.org` });
    await visitor.open(product.site, ...phone);
    await fillIn(visitor, { ...enquiry, message: 'Too short' });
    await visitor.click('Send Message');
    await visitor.until('it was refused', () => location.href.endsWith('/not-sent/#message'));
    const shown = await visitor.run(() =>
      [...document.querySelectorAll<HTMLElement>('main p[id]')]
        .filter((reason) => reason.checkVisibility())
        .map((reason) => reason.innerText),
    );
    expect(shown).toEqual([expect.stringContaining(messages.message ?? '')]);

    // The page can be gone before it answers.
    await visitor.run(() => history.back()).catch(() => undefined);
    await visitor.until('the form is back', () => document.querySelector('form') !== null);
    const kept = await visitor.run(() =>
      Object.fromEntries(new FormData(document.querySelector('form') ?? undefined)),
    );
    expect(kept).toMatchObject({ ...enquiry, message: 'Too short' });

    await visitor.fill('Message', enquiry.message);
    await visitor.click('Send Message');
    await visitor.until('it was sent', () => location.pathname === '/sent/');
    const reference = await visitor.run(() => location.hash.slice(1));
    expect(await product.untilSent(reference)).toMatchObject(enquiry);
  });
});
