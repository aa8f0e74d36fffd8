import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { proof } from '../../testing/firms/karoo/content/en/proof.ts';
import { writePictures } from './pictures.ts';

const here = dirname(fileURLToPath(import.meta.url));
const images = join(here, '../../testing/firms/karoo/images');
let dist = '';

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pictures-'));
  await writePictures(dist, proof, images);
});
afterAll(() => rm(dist, { recursive: true }));

it.each([
  ['anneline-jacobs-320.avif', 'heif', 320, 400],
  ['anneline-jacobs-640.webp', 'webp', 640, 800],
  ['mohair-circle-320.webp', 'webp', 320, 128],
])('writes %s', async (name, format, width, height) => {
  const found = await sharp(join(dist, 'images', name)).metadata();
  expect(found).toMatchObject({ format, width, height });
});

it('writes two sizes in two formats of each picture', async () => {
  expect(await readdir(join(dist, 'images'))).toHaveLength(4 * 2 * 2);
});

it('writes nothing for a firm without pictures', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'pictures-'));
  await writePictures(empty, {}, images);
  expect(await readdir(empty)).toEqual([]);
  await rm(empty, { recursive: true });
});
