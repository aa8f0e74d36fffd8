import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSync, type Font } from 'fontkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { fontFaces } from '../../design/typefaces.ts';
import { codePointsIn, firstFonts, isFirst } from './first-fonts.ts';

const pages = [
  `<style>${fontFaces.map(String).join('')}</style><p title="Zoë">The Dürer &amp; Šimek society</p>`,
  '<p>“Née” – ½</p>',
];
const ofTitles = '0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz &+,-.:?’“”ëüé';
const ofTexts = `${ofTitles}!@#$%*()[]–`;
const ofNames = 'àßøœŠčłŵĩ';
let dist: string;
let page: string;
let readOnly: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'site-'));
  await cp('firm/public', dist, { recursive: true });
  // The library assumes a browser if there is a `document`.
  vi.stubGlobal('fetch', undefined);
  const withFirstFonts = await firstFonts(dist, pages);
  page = withFirstFonts(`${pages.join('')}<form></form>`);
  readOnly = withFirstFonts(pages.join(''));
  vi.unstubAllGlobals();
});

afterAll(async () => {
  await rm(dist, { recursive: true });
});

/** The fonts of a family: the characters that each is requested for, and those that it has. */
function fontsOf(family: string) {
  const rules = (page.match(/@font-face\s*\{[^}]*\}/g) ?? []).filter((rule) =>
    new RegExp(`font-family:\\s*'?${family}'?;`).test(rule),
  );
  return rules.flatMap((rule) => {
    const [, address = ''] = /url\('([^']+)/.exec(rule) ?? [];
    const [, range = ''] = /unicode-range:([^;]+)/.exec(rule) ?? [];
    if (!range) return [];
    const font = openSync(join(dist, address)) as Font;
    const has = (code: number) => font.hasGlyphForCodePoint(code);
    return [{ asked: new Set(codePointsIn(range)), has, isFirst: isFirst(rule) }];
  });
}

describe.each([
  ['Newsreader', ofTitles, ofNames, '→'],
  ['Public Sans', ofTexts, `${ofNames}ễạ`, '→'],
])('of %s', (family, letters, names, others) => {
  it('one font has the characters of the pages and of English, and only it is requested', () => {
    const fonts = fontsOf(family);
    const first = fonts.filter((font) => font.isFirst);
    expect(first).toHaveLength(1);
    for (const letter of letters) {
      const code = letter.codePointAt(0) ?? 0;
      expect(
        fonts.filter(({ asked }) => asked.has(code)),
        letter,
      ).toEqual(first);
      expect(first[0]?.has(code), letter).toBe(true);
    }
  });

  it('others have the letters of names, and are requested when someone types such a letter', () => {
    const fonts = fontsOf(family);
    for (const letter of names) {
      const code = letter.codePointAt(0) ?? 0;
      // Browsers try the rules from last to first.
      const font = fonts.findLast(({ asked }) => asked.has(code));
      expect([font?.isFirst, font?.has(code)], letter).toEqual([false, true]);
    }
  });

  it('none is requested for a character that no font has', () => {
    const asked = fontsOf(family).flatMap((font) => [...font.asked]);
    const isAsked = (letter: string) => asked.includes(letter.codePointAt(0) ?? 0);
    expect(isAsked('a')).toBe(true);
    expect(Array.from(others).filter(isAsked)).toEqual([]);
  });
});

it('on a page without a form there is only the font for its text', () => {
  const ranges = Array.from(readOnly.matchAll(/unicode-range:([^;]+)/g), ([, range = '']) => range);
  const asked = new Set(ranges.flatMap(codePointsIn));
  const isAsked = (letter: string) => asked.has(letter.codePointAt(0) ?? 0);
  expect(Array.from('aéŠ').every(isAsked)).toBe(true);
  expect(Array.from('ß').filter(isAsked)).toEqual([]);
});
