import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { acceptedMessage, createReceipts } from '../../api/show-sent.ts';
import { submitContact } from '../../api/submit-contact.ts';
import { refusalValues, type AnswerPages } from '../../api/answer-pages.ts';
import { problemIn } from '../../api/locale.ts';
import { readForm } from '../../api/read-enquiry.ts';
import { companyFrom, type Firm } from '../../contract/company.ts';
import { translate } from '../../contract/translation.ts';
import { projectRoot } from '../../dev/processes.ts';
import { iconMarkup } from '../../design/mark.ts';
import { firm } from '../../firm/firm.ts';
import { locales } from '../../firm/locales.ts';
import { proof } from '../../firm/content/en/proof.ts';
import { questions } from '../../firm/content/en/questions.ts';
import { services } from '../../firm/content/en/services.ts';
import { renderProfile } from '../../site/build/documents/render-profile.ts';
import { findUntranslated } from '../../site/build/firm/check-firm.ts';
import { routes } from '../../site/routes.tsx';
import { problemFrom, tryAgainLater } from '../../platform/http/problem.ts';
import { readWorkerConfig } from '../../worker/config.ts';
import { acknowledgement } from '../../worker/mail/acknowledgement.ts';
import { createEnquiry } from '../../testing/enquiry.ts';
import { readPdf } from '../../testing/site/read-pdf.ts';
import { letters } from '../../testing/office/letters.ts';
import { factsOf } from '../../testing/firms/shipped.ts';

vi.mock('vite-react-ssg', () => ({ Head: ({ children }: { children: unknown }) => children }));

const pages = routes.map(({ path, element }) => [path, renderToStaticMarkup(element)] as const);
const mails = Object.entries(letters).map(([name, mail]) => [name, mail.html + mail.text] as const);
const pageAt = (address: string) => pages.find(([path]) => path === address)?.[1] ?? '';
const home = pageAt('/');
let own: Firm;

beforeAll(async () => {
  // In this test, relative imports of firm/ are replaced by the second firm (see vitest.config.ts).
  // An absolute path imports the first firm.
  const file = join(projectRoot, 'firm/firm.ts');
  ({ firm: own } = (await import(/* @vite-ignore */ file)) as { firm: Firm });
});

describe('with the second firm', () => {
  it.each([...pages, ...mails])('%s names the firm, and has no facts of the first', (_, text) => {
    expect(text.replaceAll('&amp;', '&')).toContain(firm.name);
    // In a fork, the two firms can have facts in common.
    const others = factsOf(own).filter((fact) => !factsOf(firm).includes(fact));
    expect(others.filter((fact) => text.includes(fact))).toEqual([]);
  });

  it('the home page has the services, a specimen and questions, but no social links', () => {
    for (const { id } of services) expect(home).toContain(`id="service-${id}"`);
    expect(home.match(/>Look at a levy statement</g)).toHaveLength(1);
    for (const { question, price = '' } of questions.questions) {
      expect(home).toContain(`<span>${question}</span>`);
      expect(home).toContain(price);
    }
    expect(home).not.toContain('Follow us');
  });

  it('the home page has the clients, testimonials, case and people with portraits', () => {
    const { clients, testimonials, case: example, people } = proof;
    const shown = [
      ...(clients?.clients.map(({ name }) => name) ?? []),
      ...(testimonials?.testimonials.flatMap(({ quote, name }) => [quote, name]) ?? []),
      ...(example ? [example.institution, example.problem.text, example.result.text] : []),
      ...(people?.people.flatMap(({ name, portrait }) => [name, portrait?.alt ?? '']) ?? []),
    ];
    expect(shown).toHaveLength(20);
    for (const text of shown) expect(home.replaceAll('&amp;', '&')).toContain(text);
    expect(home).toContain('src="/images/anneline-jacobs-320.webp"');
    expect(home).toContain('/images/anneline-jacobs-640.avif 640w');
  });

  it('values derived from facts of the firm are correct on pages and in emails', () => {
    const decades = Math.floor((new Date().getFullYear() - firm.founded) / 10);
    expect(home).toContain(`>${decades}0+<`);
    expect(home).toContain('Decades on the Plains');
    expect(home).toContain('"openingHours":["Mo-Fr 07:30-16:00","Sa 09:00-12:00"]');
    const terms = pages.find(([path]) => path === '/terms')?.[1];
    expect(terms).toContain('jurisdiction in Prieska');
    expect(terms).toContain('Last updated: March 2025');
    expect(letters.acknowledgement?.text).toContain('within two working days');
  });

  it('the home page has the colours of the firm', () => {
    expect(home).toContain('content="#faf6f0"');
    expect(home).toContain('fill="var(--primary)"');
  });

  it('the two pages of the profile are filled with clients, quotes and questions', async () => {
    const { pages: sheets } = readPdf(await renderProfile(companyFrom(firm)));
    const { clients, testimonials } = proof;
    const shown = [
      [
        ...(testimonials?.testimonials.map(({ quote }) => quote) ?? []),
        ...(clients?.clients.map(({ name }) => name) ?? []),
      ],
      questions.questions.flatMap(({ question, answer }) => [question, answer]),
    ];
    expect(sheets).toHaveLength(2);
    for (const [index, texts] of shown.entries()) {
      expect(texts.filter((text) => !sheets[index]?.includes(text))).toEqual([]);
    }
  });

  it('the icon has a light logo even if two colours of the theme are the same', () => {
    expect(iconMarkup({ corner: 3, inset: 3 })).toContain('<path fill="#faf6f0"');
  });
});

describe('in Afrikaans', () => {
  const page = pageAt('/af');

  it('the home page and its form are in Afrikaans, and declare their language', () => {
    expect(page).toContain('<html lang="af-ZA"');
    expect(page).toContain('content="af_ZA"');
    for (const text of ['Droë Land', 'Registers van Kwekers', 'Maandag – Vrydag']) {
      expect(page).toContain(text);
    }
    for (const text of ['>Voornaam<', '>Stuur boodskap<', 'binne twee werksdae', 'ná 24 maande']) {
      expect(page).toContain(text);
    }
    expect(page).toContain('<input type="hidden" name="locale" value="af"/>');
    for (const text of ['First Name', 'Send Message', 'Dry Country', 'Monday']) {
      expect(page).not.toContain(text);
      expect(home).toContain(text);
    }
  });

  it('each home page links to the other, and declares both languages to search engines', () => {
    for (const [html, href, name] of [
      [home, '/af', 'Afrikaans'],
      [page, '/', 'English'],
    ]) {
      expect(html).toMatch(new RegExp(`<a href="${href}"[^>]*>${name}</a>`));
      expect(html).toContain('hrefLang="en" href="https://www.example.co.za/"');
      expect(html).toContain('hrefLang="af" href="https://www.example.co.za/af"');
    }
    expect(page).toContain('rel="canonical" href="https://www.example.co.za/af"');
  });

  it('links lead to Afrikaans pages, except for the English home, legal pages and profile', () => {
    const receipt = pageAt('/templates/af/receipt');
    expect(receipt).toContain('Ons het u navraag ontvang');
    const links = [...(page + receipt).matchAll(/<a href="(\/[^"]*)"/g)].map(([, href]) => href);
    const elsewhere = links.filter((href) => !href?.startsWith('/af'));
    expect([...new Set(elsewhere)].sort()).toEqual([
      '/',
      '/documents/profile.pdf',
      '/paia',
      '/paia#enquiries',
      '/terms',
      '/terms#levy',
      '/terms#services',
    ]);
  });

  it('the firm/ check lists what is still in English', () => {
    expect(findUntranslated()).toEqual([]);
    const af = locales.af ?? expect.fail('there is no Afrikaans');
    const words = { ...af.words, page: {} };
    const found = findUntranslated({ af: { ...af, words, contentFor: () => ({ notice: 'X' }) } });
    expect(found).toContain('firm/content/af: words.page.contact.title: Get in Touch');
    expect(found).toContain('firm/content/af: services.0.name: Registers of Growers');
    expect(found.join('\n')).not.toMatch(/words\.form|notice|\.id:|href/);
  });

  it('a text without a translation stays in English', () => {
    expect(translate({ one: 'One', all: ['A', 'B'] }, { all: ['Een'] })).toEqual({
      one: 'One',
      all: ['Een', 'B'],
    });
  });
});

describe('an enquiry in Afrikaans', () => {
  it('is checked and refused in Afrikaans, or in English if it names no known language', () => {
    const problems = [{ locale: 'af' }, {}, { locale: '__proto__' }, { locale: ['af'] }].map(
      (body) => {
        try {
          return readForm(body);
        } catch (error) {
          return refusalValues(problemFrom(error), body, undefined);
        }
      },
    );
    expect(problems[0]).toMatchObject({
      title: 'Gaan asseblief u boodskap na',
      message: 'Stel asseblief die vorm reg en stuur dit weer.',
      'lastName.error': 'Vul asseblief u van in',
    });
    for (const other of problems.slice(1)) {
      expect(other).toMatchObject({ 'lastName.error': 'Last name is required' });
    }
    const busy = problemIn('af', tryAgainLater(503, 'Busy.', 10));
    expect(busy).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
    expect(busy.text).toMatch(/^Ons kan nie nou/);
  });

  it('keeps its language on the way to the worker and the receipt', async () => {
    const key = createSecretKey(Buffer.alloc(32, 1));
    const shown = vi.fn<AnswerPages['answer']>();
    const receipts = createReceipts(
      { keyFor: () => Promise.resolve(key) },
      { answer: shown },
      (locale) => acceptedMessage(firm, locale),
    );
    const add = vi.fn<(identity: { id: string }, ...about: unknown[]) => Promise<string>>(
      ({ id }) => Promise.resolve(id),
    );
    const context = {
      receipts,
      backlog: { isFull: () => false },
      limits: { countEnquiry: () => Promise.resolve({ isOften: false, mayAcknowledge: true }) },
      metrics: { accepted: () => undefined },
      screener: { screen: () => Promise.resolve({ score: 0, reasons: [], quarantined: false }) },
      submissionQueue: { add, keysOf: () => [] },
    } as unknown as Parameters<typeof submitContact>[0];
    const locals = {};
    const writeHead = vi.fn<(status: number, headers: { Location: string }) => void>();
    const response = { locals, writeHead, end: () => undefined } as unknown as Response;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const accepts = () => 'text/html';
    const body = { ...createEnquiry(), locale: 'af' };
    const request = { method: 'POST', headers, accepts, body } as unknown as Request;
    await submitContact(context)(request, response, () => undefined);
    const [, ...given] = add.mock.calls[0] ?? [];
    expect(given).toMatchObject([createEnquiry(), { locale: 'af' }, false]);
    const url = writeHead.mock.calls[0]?.[1].Location ?? '';
    const [, reference] = /sent\/(.+)\?/.exec(url) ?? [];
    await receipts.show({ params: { reference }, url } as unknown as Request, response);
    const [, , name, values, , locale] = shown.mock.calls[0] ?? [];
    expect([name, locale]).toEqual(['receipt', 'af']);
    expect(values).toMatchObject({ message: acceptedMessage(firm, 'af') });
  });

  it('is accepted and acknowledged in Afrikaans', () => {
    expect(acceptedMessage(firm, 'af')).toContain('binne twee werksdae per e-pos');
    const config = { ...readWorkerConfig({}), company: companyFrom(firm) };
    const about = { _id: crypto.randomUUID(), reference: '7F3K-92QD', email: 'a@b.example' };
    const mail = acknowledgement({ ...about, locale: 'af' }, config);
    expect(mail.subject).toBe('Ons het u navraag ontvang (7F3K-92QD)');
    expect(mail.html).toContain('<html lang="af-ZA">');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('binne twee werksdae by hierdie adres');
      expect(part).toContain('Maandag – Vrydag: 07:30 – 16:00');
      expect(part).not.toMatch(/ enquiry|Saturday|Established/);
    }
    // The firm no longer has this language.
    expect(acknowledgement({ ...about, locale: 'xh' }, config).subject).toContain('received');
  });
});
