import { expect, it } from 'vitest';

import { questions } from '#firm/content/questions.ts';
import { services } from '#firm/content/services.ts';
import { answerWords } from '#contract/words.ts';
import { formWords, pageWords } from '#contract/page-words.ts';
import { pagesFor } from '../page-list.ts';
import { notFound } from '../pages/NotFoundPage.tsx';
import { about, company, home, notice } from './content.ts';
import { termsFor, paiaFor } from './legal-document.ts';
import { footer } from './page-frame.ts';

const pages = Object.values(pagesFor(company));
const terms = termsFor(company);
const paia = paiaFor(company);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

it('no copy has a dollar sign, which would corrupt the built pages', () => {
  const texts = [company, footer, home, services, about, questions, notice, terms, paia];
  const words = [formWords, pageWords, answerWords, notFound, pages];
  const strings = stringsIn([...texts, ...words]);
  expect(strings.filter((text) => text.includes('$'))).toEqual([]);
});

it.each([
  ['terms', terms.sections.map(({ id }) => id)],
  ['paia', paia.sections.flatMap(({ id, inner = [] }) => [id, ...inner.map((part) => part.id)])],
])('the anchors of the page %s are unique slugs', (_page, ids) => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

it('each page that search engines list has a title and a description of its own', () => {
  const listed = pages.filter(({ indexed }) => indexed);
  expect(new Set(listed.map(({ description }) => description)).size).toBe(listed.length);
  for (const { title, description } of listed) {
    expect(title).toContain(company.name);
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(155);
  }
});
