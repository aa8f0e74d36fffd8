import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { theme } from '#firm/theme.ts';
import { projectRoot } from '../../../dev/processes.ts';

const packages = [
  'subset-font@2.9.0',
  '@fontsource-variable/newsreader@5.3.0',
  '@fontsource-variable/public-sans@5.3.0',
  '@expo-google-fonts/public-sans@0.4.2',
];
const newsreader = '@fontsource-variable/newsreader/files/newsreader-latin';
const publicSans = '@fontsource-variable/public-sans/files/public-sans-latin';
const staticSans = '@expo-google-fonts/public-sans';
const title = { wght: 400, opsz: 48 };
const text = { wght: { min: 400, max: 600 } };
const [further, letters, english] = theme.typefaces.text.files.map((file) => file.characters);
const latin = `${english},${letters}`;
const all = `${latin},${further}`;

/** The files of firm/public/fonts/, for pages, and of firm/fonts/, for images and PDFs. */
const cuts = [
  ['newsreader', `${newsreader}-standard-normal.woff2`, english, title],
  ['newsreader-letters', `${newsreader}-standard-normal.woff2`, letters, title],
  ['newsreader-further', `${newsreader}-ext-standard-normal.woff2`, further, title],
  ['public-sans', `${publicSans}-wght-normal.woff2`, english, text],
  ['public-sans-letters', `${publicSans}-wght-normal.woff2`, letters, text],
  ['public-sans-further', `${publicSans}-ext-wght-normal.woff2`, further, text],
  ['title.ttf', `${newsreader}-standard-normal.woff2`, latin, title],
  ['text.ttf', `${staticSans}/400Regular/PublicSans_400Regular.ttf`, all, null],
  ['text-strong.ttf', `${staticSans}/600SemiBold/PublicSans_600SemiBold.ttf`, all, null],
] as const;

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>;

/** `npm run fonts`: fetches our typefaces, and writes the parts of them that we use to firm/. */
async function cutFonts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages]);
  const subsetFont = createRequire(join(folder, 'package.json'))('subset-font') as SubsetFont;
  for (const [name, source, characters = '', variationAxes] of cuts) {
    const isForPages = !name.endsWith('.ttf');
    const whole = readFileSync(join(folder, 'node_modules', source));
    const font = await subsetFont(whole, charactersIn(characters), {
      targetFormat: isForPages ? 'woff2' : 'truetype',
      noHinting: true,
      keepFeatures: ['kern', 'liga', 'tnum'],
      ...(variationAxes && { variationAxes }),
    });
    const version = createHash('sha256').update(font).digest('hex').slice(0, 6);
    const file = isForPages ? `public/fonts/${name}-${version}.woff2` : `fonts/${name}`;
    writeFileSync(join(projectRoot, 'firm', file), font);
    console.log(`firm/${file}: ${font.length} bytes`);
  }
  rmSync(folder, { recursive: true });
}

/** The characters in ranges as CSS writes them, such as `U+20-7E,U+A0`. */
function charactersIn(ranges: string): string {
  const codes = ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((code) => parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
  return String.fromCodePoint(...codes);
}

await cutFonts();
