import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { drawing } from '../firm/logo.ts';
import { palettes, printed, typeface } from './tokens.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
// The product's source folders. packages/ and the code for development, benchmarks and tests are
// not checked.
const folders = [
  'contract',
  'design',
  'firm',
  'platform',
  'storage',
  'site',
  'api',
  'worker',
  'office',
];

const sources = folders.flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.(?:tsx?|html|css)$/.test(file) && !file.includes('-temp/'))
    .map((file) => join(folder, file)),
);

/** Lists the matches of a pattern as `file: match`, leaving out the files that match `home`. */
function places(pattern: RegExp, home: RegExp): string[] {
  return sources
    .filter((file) => !home.test(file))
    .flatMap((file) => {
      const code = withoutComments(readFileSync(join(repository, file), 'utf8'));
      return Array.from(code.matchAll(pattern), ([match]) => `${file}: ${match}`);
    });
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

describe('one look', () => {
  it('defines colours only in the palettes and the logo', () => {
    // Allows rgb(0 0 0 / …): shadows are translucent black in every palette.
    const literal =
      /(?<![\w&/])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\((?!0 0 0 \/)/gi;
    expect(places(literal, /^(?:design\/theme|firm\/(?:theme|logo))\.ts$/)).toEqual([]);
  });

  it('writes the colours of palettes in the same notation, so that they can be compared', () => {
    for (const palette of [...Object.values(palettes), printed]) {
      for (const value of Object.values(palette)) expect(value).toMatch(/^#[\da-f]{6}$/);
    }
  });

  it('names fonts only in design/ and firm/', () => {
    const names = [...Object.values(typeface), 'Georgia', 'Palatino', 'Helvetica', 'Segoe UI'];
    expect(places(new RegExp(names.join('|'), 'g'), /^(?:design|firm)\//)).toEqual([]);
  });

  it('draws the logo in one file, and writes no HTML in the API or shared server code', () => {
    const paths = Array.from(drawing.matchAll(/ d="(.{8,12})/g), ([, path = '']) => path);
    expect(places(new RegExp(paths.join('|') || 'd=', 'g'), /^firm\/logo\.ts$/)).toEqual([]);
    // Pages for visitors are written by the site's build, not by the API or shared server code.
    expect(places(/<(?:svg|circle|html|body|p|h1|form)\b/g, /^(?!(?:api|platform)\/)/)).toEqual([]);
  });
});
