import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';

import { projectRoot } from '../../dev/processes.ts';
import { launchBrowser } from '../../testing/browser.ts';
import {
  mailStates,
  openMail,
  openScreen,
  schemes,
  siteStates,
  sizes,
  startSiteOfScreenshots,
  type Size,
  type State,
} from './site-screenshots.ts';

const approvedFolder = join(projectRoot, 'tests/journey/look');
/** The file with the version of the browser that took the approved pictures. */
const approvedBrowser = join(approvedFolder, 'browser.txt');
const differentFolder = join(projectRoot, '.data/look');

const widths = [360, 640, 768, 1440];
/** Long pages: only their first two screens are compared. */
const longPages = ['terms', 'paia'];
/** States without pictures: part of the home page, and an email with uncommon letters. */
const leftOut = ['first-view', 'mail-staff-demanding'];

/** The states with approved pictures, and the names of their pictures. */
export const looks = [...siteStates, ...mailStates]
  .filter(({ name }) => !leftOut.includes(name))
  .map((state) => {
    const taken = (state.sizes ?? sizes).filter(([width]) => widths.includes(width));
    const pictures = taken.flatMap((size) =>
      schemes.map((scheme) => pictureName(state, size, scheme)),
    );
    return { ...state, sizes: taken, pictures };
  });

type Look = (typeof looks)[number];

interface Pixels {
  /** Four bytes per pixel. */
  data: Buffer;
  width: number;
  height: number;
}

interface Picture extends Pixels {
  name: string;
}

/**
 * Approved pictures use only every third of the 256 shades, which keeps them small. Each value is
 * within 1 of the original.
 */
const shade = 3;

interface Tolerance {
  /** How much a colour may differ from the approved one, from 0 to 1. */
  threshold: number;
  /** The share of all pixels that may differ by more than the threshold. */
  part: number;
  /** The number of pixels that may differ in any case, also in small pictures. */
  least: number;
}

/**
 * For the browser version that took the approved pictures. Colours may differ by one shade, and a
 * few pixels by more, because processors round differently.
 */
const strict: Tolerance = { threshold: 0.009, part: 0, least: 12 };
/** For other versions, which may render the edges of letters differently. */
const loose: Tolerance = { threshold: 0.1, part: 0.02, least: 100 };

function pictureName({ name }: State, [width]: Size, scheme: string): string {
  return `${name}-${width}-${scheme}`;
}

/** The names of the approved pictures. */
export async function approvedNames(): Promise<string[]> {
  const files = await readdir(approvedFolder).catch(() => []);
  return files.filter((file) => file.endsWith('.webp')).map((file) => file.replace('.webp', ''));
}

/** Starts a browser and the built site, to compare pages with the approved pictures. */
export async function startLook() {
  const browser = await launchBrowser();
  const site = await startSiteOfScreenshots();
  await rm(differentFolder, { recursive: true, force: true });
  await mkdir(differentFolder, { recursive: true });
  const approvedWith = await readFile(approvedBrowser, 'utf8').catch(() => '');
  const isOther = major(approvedWith) !== major(browser.version());

  function open(page: Page, look: Look): Promise<void> {
    return look.name.startsWith('mail-') ? openMail(page, look) : site.open(page, look);
  }

  return {
    /** A message if another version of the browser took the approved pictures. */
    otherBrowser: isOther
      ? `The look was approved with Chromium ${major(approvedWith)} and this is ${major(browser.version())}: only great differences are found. To approve it again: npm run look -- approve`
      : undefined,
    /** Writes pictures that differ to `.data/look`, and returns a sentence for each of them. */
    async compare(look: Look): Promise<string[]> {
      const pictures = await take(browser, look, open);
      const found = await Promise.all(
        pictures.map((picture) => findDifference(picture, isOther ? loose : strict)),
      );
      return found.filter((sentence) => sentence !== undefined);
    },
    /**
     * Approves the pictures whose names begin with a prefix, and returns the names of those that
     * differed.
     */
    async approve(look: Look, beginning: string): Promise<string[]> {
      const pictures = await take(browser, look, open);
      const names = [];
      for (const picture of pictures.filter(({ name }) => name.startsWith(beginning))) {
        if (!(await findDifference(picture, strict))) continue;
        await writeFile(join(approvedFolder, `${picture.name}.webp`), await inFewShades(picture));
        names.push(picture.name);
      }
      if (isOther) await writeFile(approvedBrowser, `${browser.version()}\n`);
      return names;
    },
    async stop(): Promise<void> {
      site.stop();
      await browser.close();
    },
  };
}

function major(version: string): string {
  return version.split('.')[0] ?? '';
}

async function take(
  browser: Browser,
  look: Look,
  open: (page: Page, look: Look) => Promise<void>,
): Promise<Picture[]> {
  const isLong = longPages.includes(look.name);
  const pictures = look.sizes.map(async (size) => {
    const [width, height] = size;
    const page = await openScreen(browser, [width, isLong ? 2 * height : height]);
    await open(page, look);
    await look.reach(page);
    const both = [];
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const fullPage = look.wholePage && !isLong;
      const screenshot = await page.screenshot({ fullPage, animations: 'disabled' });
      const small = sharp(screenshot).resize({
        width: width / (width > 640 ? 3 : 2),
        kernel: 'linear',
      });
      both.push({ name: pictureName(look, size, scheme), ...(await pixelsOf(small)) });
    }
    await page.context().close();
    return both;
  });
  return (await Promise.all(pictures)).flat();
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function inFewShades({ data, width, height }: Pixels): Promise<Buffer> {
  const rounded = data.map((value) => Math.min(255, Math.round(value / shade) * shade));
  const raw = { width, height, channels: 4 } as const;
  return sharp(rounded, { raw }).webp({ lossless: true }).toBuffer();
}

async function findDifference(
  picture: Picture,
  { threshold, part, least }: Tolerance,
): Promise<string | undefined> {
  const { name, width } = picture;
  const file = await readFile(join(approvedFolder, `${name}.webp`)).catch(() => undefined);
  const approved = file ? await pixelsOf(sharp(file)) : { data: Buffer.alloc(0), height: 0 };
  const height = Math.max(picture.height, approved.height);
  const size = 4 * width * height;
  // The shorter picture is extended with transparent pixels.
  const before = Buffer.concat([approved.data], size);
  const now = Buffer.concat([picture.data], size);
  const data = Buffer.alloc(size);
  // Small letters consist of edges, which pixelmatch ignores by default as anti-aliasing.
  const options = { threshold, includeAA: true };
  const different = pixelmatch(before, now, data, width, height, options);
  if (different <= Math.max(least, part * width * height)) return undefined;
  const raw = { width, height, channels: 4 } as const;
  await sharp(picture.data, { raw: { ...raw, height: picture.height } }).toFile(
    join(differentFolder, `${name}.png`),
  );
  await sharp(data, { raw }).toFile(join(differentFolder, `${name}-difference.png`));
  const what = file ? `differs in ${different} pixels` : 'is new';
  return `${name} ${what}: look at .data/look, then npm run look -- approve ${name}`;
}
