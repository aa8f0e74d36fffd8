import { describe, expect, it } from 'vitest';
import { company } from './company.ts';
import { footer } from './footer.ts';
import { about } from './home/about.ts';
import { contact } from './home/contact.ts';
import { hero } from './home/hero.ts';
import { services } from './home/services.ts';
import { homeMeta, notFoundMeta, paiaMeta, termsMeta } from './meta.ts';
import { navigation } from './navigation.ts';
import { notFound } from './not-found.ts';
import { notice } from './notice.ts';
import { paiaFor } from './paia.ts';
import { termsFor } from './terms.ts';

const metas = [homeMeta, termsMeta, paiaMeta, notFoundMeta];
const terms = termsFor(company);
const paia = paiaFor(company);
const home = [navigation, hero, services, about, contact, footer, notice];
const strings = stringsIn([company, ...home, notFound, metas, terms, paia]);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

describe('all copy', () => {
  it('has no dollar sign, which corrupts the built pages', () => {
    expect(strings.filter((text) => text.includes('$'))).toEqual([]);
  });

  it('is plain text with real quotes', () => {
    expect(strings.filter((text) => /["'<>]|&\w+;/.test(text))).toEqual([]);
  });

  it('has no empty or untrimmed string and no double space', () => {
    expect(strings.filter((text) => text !== text.trim() || /^$| {2}/.test(text))).toEqual([]);
  });

  it('never shouts', () => {
    expect(strings.filter((text) => text.includes('!'))).toEqual([]);
  });
});

describe('anchors', () => {
  it.each([
    ['terms', terms.sections.map(({ id }) => id)],
    [
      'paia',
      [
        paia.privacyConditions.id,
        paia.lawfulProcessing.id,
        ...paia.privacyConditions.items.map(({ id }) => id),
        ...paia.sections.map(({ id }) => id),
      ],
    ],
  ])('are unique slugs on the page %s', (_page, ids) => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});

describe('page descriptions', () => {
  it.each(metas)('of $path fits a search result', ({ title, description }) => {
    expect(description.length).toBeLessThanOrEqual(155);
    expect(description.length).toBeGreaterThan(20);
    expect(title).toContain(company.name);
  });

  it('differ from page to page', () => {
    expect(new Set(metas.map(({ description }) => description)).size).toBe(metas.length);
    expect(new Set(metas.map(({ path }) => path)).size).toBe(metas.length);
  });
});
