import { describe, expect, it } from 'vitest';

import { questions } from '../../firm/content/questions.ts';
import { services } from '../../firm/content/services.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { pagesFor } from '../page-list.ts';
import { answerWords } from '../../contract/words.ts';
import { formWords, pageWords } from '../../contract/page-words.ts';
import { notFound } from '../pages/NotFoundPage.tsx';
import { about, company, home, notice } from './content.ts';
import { termsFor, paiaFor } from './legal-document.ts';
import { footer } from './page-frame.ts';

const pages = Object.values(pagesFor(company));
const terms = termsFor(company);
const paia = paiaFor(company);
const texts = [company, footer, home, services, about, questions, notice];
const words = [formWords, pageWords, answerWords, notFound, pages];
const strings = stringsIn([...texts, ...words, terms, paia]);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

it('no copy has a dollar sign, which would corrupt the built pages', () => {
  expect(strings.filter((text) => text.includes('$'))).toEqual([]);
});

describe.runIf(isShipped)('all copy', () => {
  it('is plain text with typographic quotes', () => {
    expect(strings.filter((text) => /["'<>]|&\w+;/.test(text))).toEqual([]);
  });

  it('has no untrimmed string and no double space', () => {
    expect(strings.filter((text) => text !== text.trim() || / {2}/.test(text))).toEqual([]);
  });

  it('spells email without a hyphen, as the form does', () => {
    expect(strings.filter((text) => /e-mail/i.test(text))).toEqual([]);
  });

  it('has no exclamation marks', () => {
    expect(strings.filter((text) => text.includes('!'))).toEqual([]);
  });
});

describe('anchors', () => {
  it.each([
    ['terms', terms.sections.map(({ id }) => id)],
    ['paia', paia.sections.flatMap(({ id, inner = [] }) => [id, ...inner.map((part) => part.id)])],
  ])('are unique slugs on the page %s', (_page, ids) => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});

// The pages after a form was sent without JavaScript are not for search engines.
const described = pages.filter(({ description }) => description !== '');

describe('page descriptions', () => {
  it.each(described)('are short, and the titles name the firm: $path', ({ title, description }) => {
    expect(description.length).toBeLessThanOrEqual(155);
    expect(description.length).toBeGreaterThan(20);
    expect(title).toContain(company.name);
  });

  it('differ from page to page', () => {
    expect(new Set(described.map(({ description }) => description)).size).toBe(described.length);
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  });
});
