import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSync, type Font } from 'fontkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { typeface } from './tokens.ts';
import { fontFaces } from './typefaces.ts';
import { isShipped } from '../testing/firms/shipped.ts';
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
  if (!isShipped) return;
  await cp('firm/public', dist, { recursive: true });
  const withFirstFonts = await firstFonts(dist, pages);
  page = withFirstFonts(`${pages.join('')}<form></form>`);
  readOnly = withFirstFonts(pages.join(''));
});

afterAll(async () => {
  await rm(dist, { recursive: true });
});

/**
 * The fonts of a family in `page`: the characters for which browsers request each font (`asked`), a
 * function that checks whether the font has a character (`has`), and the result of `isFirst`.
 */
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

describe.runIf(isShipped).each([
  ['Newsreader', ofTitles, ofNames, '→'],
  ['Public Sans', ofTexts, `${ofNames}ễạ`, '→'],
])('the fonts of %s', (family, letters, names, others) => {
  it('include a single font for English, which also has the é, ë and ü of the pages', () => {
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

  it('include other fonts for the accented letters that names can have', () => {
    const fonts = fontsOf(family);
    for (const letter of names) {
      const code = letter.codePointAt(0) ?? 0;
      // Browsers try the rules from last to first.
      const font = fonts.findLast(({ asked }) => asked.has(code));
      expect([font?.isFirst, font?.has(code)], letter).toEqual([false, true]);
    }
  });

  it('are not requested for a character that none of them has', () => {
    const asked = fontsOf(family).flatMap((font) => [...font.asked]);
    const isAsked = (letter: string) => asked.includes(letter.codePointAt(0) ?? 0);
    expect(isAsked('a')).toBe(true);
    expect(Array.from(others).filter(isAsked)).toEqual([]);
  });
});

it.runIf(isShipped)('a page without a form loads only the fonts that its text needs', () => {
  const ranges = Array.from(readOnly.matchAll(/unicode-range:([^;]+)/g), ([, range = '']) => range);
  const asked = new Set(ranges.flatMap(codePointsIn));
  const isAsked = (letter: string) => asked.has(letter.codePointAt(0) ?? 0);
  expect(Array.from('aéŠ').every(isAsked)).toBe(true);
  expect(Array.from('ß').filter(isAsked)).toEqual([]);
});

describe("another firm's font", () => {
  const file = '@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf';
  const source = createRequire(import.meta.url).resolve(file);
  const css =
    "@font-face{font-family:Own;src:url('/own/font.ttf');font-weight:400;unicode-range:U+20-7E}";

  beforeAll(async () => {
    await mkdir(join(dist, 'own'));
    await copyFile(source, join(dist, 'own/font.ttf'));
  });

  it('can have any file name, and the original file stays beside the subset', async () => {
    const used = (await firstFonts(dist, [`<style>${css}</style>Own`]))(css);
    const files = await readdir(join(dist, 'own'));
    expect(files).toEqual([expect.stringMatching(/^font-[0-9a-f]{6}\.woff2$/), 'font.ttf']);
    expect(used).toContain(`/own/${files[0]}`);
    expect(await readFile(join(dist, 'own/font.ttf'))).toEqual(await readFile(source));
  });

  it.each([
    ['titles', { display: 'Own', text: 'Other' }, false],
    ['titles and text', { display: 'Own', text: 'Own' }, true],
  ])('keeps only the characters that are needed for %s', async (_, families, hasAt) => {
    const shipped = { ...typeface };
    onTestFinished(() => void Object.assign(typeface, shipped));
    Object.assign(typeface, families);
    const used = (await firstFonts(dist, [`<style>${css}</style>a@b`]))(css);
    const [, range = ''] = /unicode-range:([^}]+)/.exec(used) ?? [];
    expect(codePointsIn(range).includes('@'.charCodeAt(0))).toBe(hasAt);
  });

  it('is refused if it lacks letters of the pages', async () => {
    const wanted = firstFonts(dist, [`<style>${css}</style>Ωmega Ж`]);
    await expect(wanted).rejects.toThrow('The fonts of Own in firm/theme.ts lack Ω Ж.');
  });
});
