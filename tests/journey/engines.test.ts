import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';

import { readPages } from '../../testing/site/read-pdf.ts';
import { contactField, contactFieldNames } from '../../contract/contact-fields.ts';
import { contactFormSchema, firstErrorByField } from '../../contract/contact-form.ts';
import { homeFor } from '../../firm/content/home.ts';
import { services } from '../../firm/content/services.ts';
import { createUniqueEnquiry, type Enquiry } from '../../testing/enquiry.ts';
import { startChromium, startWebkit } from './engines.ts';
import { startFirefox } from './firefox.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { addresses, company } from '../../testing/pages.ts';
import { startProduct } from '../../testing/running-product.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const phone = [360, 740] as const;
const desktop = [1440, 900] as const;
const widths = [360, 768, 1440];

const product = forAllTests(startProduct);

async function fillIn(visitor: Visitor, enquiry: Enquiry): Promise<void> {
  for (const name of contactFieldNames) await visitor.fill(contactField(name).label, enquiry[name]);
}

async function openLiveForm(visitor: Visitor): Promise<void> {
  await visitor.open(product.site, ...phone);
  await visitor.run(() => document.querySelector('#contact')?.scrollIntoView());
  await visitor.until('the form is live', () => document.querySelector('form')?.noValidate);
}

/** Runs in the page. */
function fieldsAreShown(): boolean {
  return Boolean(document.querySelector('[name="message"]')?.checkVisibility());
}

/** Resolves to the reference on the receipt once the enquiry has been processed. */
async function readReceipt(visitor: Visitor, enquiry: Enquiry): Promise<string> {
  const readReference = () => document.querySelector<HTMLElement>('.reference')?.innerText ?? '';
  await visitor.until('there is a receipt', () => document.querySelector('.reference') !== null);
  const reference = await visitor.run(readReference);
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(await product.untilSent(reference)).toMatchObject(enquiry);
  return reference;
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

interface Sheet {
  /** The text without spaces, because engines place them differently. */
  words: string;
  /** The text of the last line. */
  last: string;
}

/** Omits spaces, and letter pairs such as 'fi': Firefox prints ligatures as unknown characters. */
const withoutSpaces = (text: string) =>
  text.normalize('NFKC').replace(/\s|\uFFFD|ff[il]?|f[il]/g, '');

function readSheets(pdf: Uint8Array): Sheet[] {
  const lines = readPages(Buffer.from(pdf), '-layout').map((page) => page.trimEnd().split('\n'));
  return readPages(Buffer.from(pdf), '-raw').map((words, index) => ({
    words: withoutSpaces(words),
    last: withoutSpaces(lines[index]?.at(-1) ?? ''),
  }));
}

/** Prints the page. For engines that cannot print, returns its text as one long page. */
async function print(visitor: Visitor): Promise<Sheet[]> {
  if (visitor.print) return readSheets(await visitor.print());
  const words = await visitor.run(() => {
    const apply = (media: MediaList) => {
      if (media.mediaText === 'print') media.mediaText = 'all';
    };
    for (const sheet of document.styleSheets) {
      apply(sheet.media);
      for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule) apply(rule.media);
    }
    return document.body.innerText;
  });
  return [{ words: withoutSpaces(words), last: '' }];
}

/** Runs in the page: the headings that are printed. An empty form is not printed. */
function readHeadings(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)')]
    .filter((heading) => !heading.closest('[data-print="hide"]'))
    .filter((heading) => !heading.parentElement?.querySelector(':invalid'))
    .map((heading) => heading.innerText);
}

const specimens = services.flatMap(({ specimen }) => specimen?.title ?? []);
const { hero } = homeFor(company);
const buttons = ['Send Message', hero.services.label, hero.contact.label];

function testPrinting(visitor: Visitor): void {
  it.each(['/', '/terms', '/paia'])(
    'prints every section of %s, and none of the buttons',
    async (path) => {
      await visitor.open(`${product.site}${path}`, ...desktop);
      await visitor.until('it has its fonts', () => document.fonts.status === 'loaded');
      // The script of the page opens the specimens for printing.
      await visitor.until(
        'its script has run',
        () => document.querySelector('nav[data-nav="enhanced"]') !== null,
      );
      const headings = (await visitor.run(readHeadings)).map(withoutSpaces);
      expect(headings.length).toBeGreaterThan(3);
      const sheets = await print(visitor);
      const words = sheets.map((sheet) => sheet.words).join('');
      expect(headings.filter((heading) => !words.includes(heading))).toEqual([]);
      expect(buttons.filter((button) => words.includes(withoutSpaces(button)))).toEqual([]);
      expect(sheets.filter((sheet) => sheet.words.length < 40)).toEqual([]);
      const halfEmpty = sheets.slice(0, -1).filter((sheet) => sheet.words.length < 650);
      // How much fits on a sheet depends on the firm's texts.
      if (path === '/' && isShipped) {
        expect(halfEmpty).toEqual([]);
        expect(sheets.length).toBeLessThanOrEqual(6);
      }
      if (path === '/' && visitor.print) {
        const missing = specimens.filter((title) => !words.includes(withoutSpaces(title)));
        expect(missing).toEqual([]);
      }
      const atTheFoot = sheets.filter(({ last }) =>
        headings.some((heading) => heading.endsWith(last || '.')),
      );
      expect(atTheFoot, 'sheets that end with a heading').toEqual([]);
    },
  );
}

describe('in Chromium', () => {
  testPrinting(forAllTests(async () => visitorOf(await startChromium())));
});

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebkit],
])('in %s', (_, start) => {
  describe('a visitor', () => {
    const visitor = forAllTests(async () => visitorOf(await start()));

    afterEach(async () => {
      expect(await visitor.complaints()).toEqual([]);
    });

    it('sees an error beside each invalid field', async () => {
      await openLiveForm(visitor);
      await visitor.click('Send Message');
      for (const [name, message] of Object.entries(messages)) {
        await visitor.until(`${name} has its message`, isDescribedBy, name, message);
      }
      expect(await visitor.run(() => document.title)).toMatch(/^Error: /);
    });

    it('sends an enquiry and sees the receipt instead of the form', async () => {
      const enquiry = createUniqueEnquiry({ email: `${randomUUID()}@example.org` });
      await openLiveForm(visitor);
      await fillIn(visitor, enquiry);
      await visitor.click('Send Message');
      await readReceipt(visitor, enquiry);
      expect(await visitor.run(fieldsAreShown)).toBe(false);
      await visitor.click('Send another enquiry');
      await visitor.until('the form is back', fieldsAreShown);
    });

    it('opens the menu on a phone, and closes it with Escape or by moving the focus', async () => {
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

    it.each(addresses)('never has to scroll %s sideways', async (address) => {
      await visitor.open(`${product.site}${address}`, ...desktop);
      for (const width of widths) {
        await visitor.resize(width, 900);
        await visitor.until(`it is ${width} px wide`, (wanted) => innerWidth === wanted, width);
        const { scrollWidth, clientWidth } = await visitor.run(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(clientWidth);
      }
    });

    testPrinting(visitor);
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

    await visitor.run(() => history.back());
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
