import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

import { typeface } from './tokens.ts';

// The characters that visitors often type: ASCII, and the typographic marks that phones insert.
const typed = 'U+20-7E,U+A0,U+2013-2026';

// Titles use one weight and few characters. At 9 kB their font arrives in one round trip, even if
// other downloads share the connection.
const titles = { weight: 400, characters: /[\p{L}\p{N} &+,.:?’“”-]/u };
const isOnlyForTitles = (family: string) => family === typeface.display && family !== typeface.text;

const rangedFace = /@font-face\s*\{[^}]*unicode-range[^}]*\}/g;

/** Whether an `@font-face` rule covers the English letters, which every page needs immediately. */
export function isFirst(face: string): boolean {
  return /unicode-range:\s*U\+20[-,]/.test(face);
}

/**
 * For each font that has the English letters, creates a subset in a new file beside the font in
 * `dist/`. The subset has the characters of the pages and those that visitors often type. For a
 * font that is only for titles, it leaves out characters that titles do not use. Returns a function
 * that makes a page use these subsets. A page with a form also gets rules for other characters,
 * because visitors can type them. A font that is only for titles is left out if the pages use none
 * of its characters.
 *
 * @param pages as HTML.
 * @throws Error that lists the letters of the pages that a typeface lacks.
 */
export async function firstFonts(
  dist: string,
  pages: readonly string[],
): Promise<(page: string) => string> {
  // Includes the HTML itself, because attributes, scripts and styles can contain visible text.
  const used = new Set(codePointsOf(pages.join('')));
  const wanted = new Set([...codePointsIn(typed), ...used]);
  const faces = new Set(pages.flatMap((page) => page.match(rangedFace) ?? []));
  await requireLetters([...faces], used, dist);
  const replaced = new Map<string, { first: string; rest: string }>();
  for (const face of faces) {
    const { family, range } = namesIn(face);
    if (isFirst(face)) replaced.set(face, await divide(face, wanted, dist));
    else if (codePointsIn(range).some((code) => used.has(code)))
      replaced.set(face, { first: face, rest: '' });
    else replaced.set(face, { first: '', rest: isOnlyForTitles(family) ? '' : face });
  }
  return (page) => {
    const isTypedInto = page.includes('<form');
    return page.replace(rangedFace, (face) => {
      const { first, rest } = replaced.get(face) ?? { first: face, rest: '' };
      return isTypedInto ? rest + first : first;
    });
  };
}

/**
 * Divides each font that has the English letters. Writes a subset to `dist/`, beside the font, with
 * the characters that people often type. The font itself is used for its other characters.
 *
 * @returns the CSS with the new rules, and the URLs of the subsets, which are to be preloaded.
 */
export async function divideFonts(
  dist: string,
  css: string,
): Promise<{ css: string; first: string[] }> {
  const wanted = new Set(codePointsIn(typed));
  const first: string[] = [];
  let divided = css;
  for (const face of (css.match(rangedFace) ?? []).filter(isFirst)) {
    const parts = await divide(face, wanted, dist);
    first.push(namesIn(parts.first).address);
    divided = divided.replace(face, parts.rest + parts.first);
  }
  return { css: divided, first };
}

async function requireLetters(faces: string[], used: Set<number>, dist: string): Promise<void> {
  const covered = new Map<string, Set<number>>();
  for (const face of faces) {
    const { family, address, range } = namesIn(face);
    const font = create(await readFile(join(dist, address))) as Font;
    const has = codePointsIn(range).filter((code) => font.hasGlyphForCodePoint(code));
    covered.set(family, new Set([...(covered.get(family) ?? []), ...has]));
  }
  const letters = [...used].map((code) => String.fromCodePoint(code)).filter(isLetter);
  for (const [family, has] of covered) {
    const missing = letters.filter((letter) => !has.has(letter.codePointAt(0) ?? 0));
    if (missing.length === 0) continue;
    throw new Error(`The fonts of ${family} in firm/theme.ts lack ${missing.join(' ')}.`);
  }
}

const isLetter = (character: string) => /\p{L}/u.test(character);

/**
 * Writes a subset of a rule's font with only the wanted characters. Returns the rule for the subset
 * (`first`), and a rule that uses the original font for the remaining characters (`rest`).
 */
async function divide(face: string, wanted: ReadonlySet<number>, dist: string) {
  const { family, address, range } = namesIn(face);
  const all = codePointsIn(range);
  const limits = isOnlyForTitles(family) ? titles : undefined;
  const isInFirst = (code: number) =>
    wanted.has(code) && (limits?.characters.test(String.fromCodePoint(code)) ?? true);
  const first = all.filter(isInFirst);
  const rest = all.filter((code) => !isInFirst(code));
  const font = await subset(await readFile(join(dist, address)), first, limits?.weight);
  const version = createHash('sha256').update(font).digest('hex').slice(0, 6);
  const smaller = address.replace(/(?:-[0-9a-f]{6})?\.\w+$/, `-${version}.woff2`);
  await writeFile(join(dist, smaller), font);
  return {
    first: face.replace(range, rangesOf(first)).replace(address, smaller),
    rest: face.replace(range, rangesOf(rest)),
  };
}

const cache = 'node_modules/.cache/first-fonts';

/**
 * A subset of a font, with only the given characters, and only the given weight if there is one.
 * Cached, because making a subset takes a second.
 */
async function subset(font: Buffer, characters: number[], weight?: number): Promise<Buffer> {
  const text = String.fromCodePoint(...characters);
  const asked = createHash('sha256').update(font).update(`${text} ${weight}`).digest('hex');
  const file = join(cache, `${asked}.woff2`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return kept;
  const { default: subsetFont } = await import('subset-font');
  // A static font has no weights to choose from.
  const isVariable = 'wght' in (create(font) as Font).variationAxes;
  const axes = weight && isVariable ? { variationAxes: { wght: weight } } : {};
  const made = await subsetFont(font, text, { ...axes, targetFormat: 'woff2' });
  await mkdir(cache, { recursive: true });
  // Written atomically, because another build may be reading it.
  await writeFile(`${file}.${process.pid}`, made);
  await rename(`${file}.${process.pid}`, file);
  return made;
}

/** The font family, the URL and the range of characters in an `@font-face` rule. */
function namesIn(face: string) {
  const rule = /font-family:\s*["']?([^"';]+).*url\(["']?([^"')]+).*unicode-range:([^;}]+)/s;
  const [, family, address, range] = rule.exec(face) ?? [];
  if (family && address && range) return { family, address, range };
  throw new Error(`There is no family, address and range in ${face}`);
}

function codePointsOf(text: string): number[] {
  return [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);
}

/** The code points of a `unicode-range`. */
export function codePointsIn(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((code) => parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
}

/** Writes code points, given in ascending order, as a `unicode-range` such as `U+20-7E,U+A0`. */
function rangesOf(codePoints: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const code of codePoints) {
    const last = ranges.at(-1);
    if (last?.to === code - 1) last.to = code;
    else ranges.push({ from: code, to: code });
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges
    .map(({ from, to }) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(',');
}
