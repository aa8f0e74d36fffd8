import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const firm = fileURLToPath(new URL('../firm/', import.meta.url));

/** The packages with the complete typefaces, and the tool that cuts them. */
const packages = [
  'subset-font@2.9.0',
  '@fontsource-variable/newsreader@5.3.0',
  '@fontsource-variable/public-sans@5.3.0',
  '@expo-google-fonts/public-sans@0.4.2',
];
const newsreader = '@fontsource-variable/newsreader/files/newsreader';
const publicSans = '@fontsource-variable/public-sans/files/public-sans';
const staticSans = '@expo-google-fonts/public-sans';

/**
 * What English needs. With its headers, each file is smaller than the ten packets that a server sends
 * at first (14,600 bytes).
 */
const english = 'U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026';
/** The letters of Latin-1, and symbols. */
const letters = 'U+A3,U+A7,U+A9,U+BD,U+C0-FF,U+20AC';
const further = 'U+100-323,U+1E00-1EFF,U+2020-2021,U+20A0-20AB,U+20AD-20BF';
/** The cut for large sizes. */
const title = { wght: 400, opsz: 48 };
const text = { wght: { min: 400, max: 600 } };

/** The files for pages, which browsers cache by name, and for PDFs and images. */
const cuts = [
  {
    file: 'public/fonts/newsreader',
    source: `${newsreader}-latin-standard-normal.woff2`,
    ranges: english,
    axes: title,
  },
  {
    file: 'public/fonts/newsreader-letters',
    source: `${newsreader}-latin-standard-normal.woff2`,
    ranges: letters,
    axes: title,
  },
  {
    file: 'public/fonts/newsreader-further',
    source: `${newsreader}-latin-ext-standard-normal.woff2`,
    ranges: further,
    axes: title,
  },
  {
    file: 'public/fonts/public-sans',
    source: `${publicSans}-latin-wght-normal.woff2`,
    ranges: english,
    axes: text,
  },
  {
    file: 'public/fonts/public-sans-letters',
    source: `${publicSans}-latin-wght-normal.woff2`,
    ranges: letters,
    axes: text,
  },
  {
    file: 'public/fonts/public-sans-further',
    source: `${publicSans}-latin-ext-wght-normal.woff2`,
    ranges: further,
    axes: text,
  },
  {
    file: 'fonts/title',
    source: `${newsreader}-latin-standard-normal.woff2`,
    ranges: `${english},${letters}`,
    axes: title,
  },
  {
    file: 'fonts/text',
    source: `${staticSans}/400Regular/PublicSans_400Regular.ttf`,
    ranges: `${english},${letters},${further}`,
  },
  {
    file: 'fonts/text-strong',
    source: `${staticSans}/600SemiBold/PublicSans_600SemiBold.ttf`,
    ranges: `${english},${letters},${further}`,
  },
];

type Subset = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2' | 'truetype';
    variationAxes?: object;
    noHinting: true;
    keepFeatures: string[];
  },
) => Promise<Buffer>;

/** `npm run fonts`: fetches our typefaces, and writes the parts of them that we use to firm/. */
async function makeFonts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages]);
  const subset = createRequire(join(folder, 'package.json'))('subset-font') as Subset;
  mkdirSync(join(firm, 'fonts'), { recursive: true });
  for (const { file, source, ranges, axes } of cuts) {
    const isForPages = file.startsWith('public/');
    const whole = readFileSync(join(folder, 'node_modules', source));
    const font = await subset(whole, charactersIn(ranges), {
      targetFormat: isForPages ? 'woff2' : 'truetype',
      noHinting: true,
      keepFeatures: ['kern', 'liga', 'tnum'],
      ...(axes ? { variationAxes: axes } : {}),
    });
    const version = createHash('sha256').update(font).digest('hex').slice(0, 6);
    const name = isForPages ? `${file}-${version}.woff2` : `${file}.ttf`;
    writeFileSync(join(firm, name), font);
    console.log(`firm/${name}: ${font.length} bytes`);
  }
  rmSync(folder, { recursive: true });
}

function charactersIn(ranges: string): string {
  const codes = ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((code) => parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
  return String.fromCodePoint(...codes);
}

await makeFonts();
