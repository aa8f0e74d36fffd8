import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { proof } from '../../testing/firms/karoo/content/en/proof.ts';
import { findPictureMistakes, writePictures } from './pictures.ts';

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
])('writes %s (%s, %i by %i pixels)', async (name, format, width, height) => {
  const found = await sharp(join(dist, 'images', name)).metadata();
  expect(found).toMatchObject({ format, width, height });
});

it('writes two sizes in two formats of each picture', async () => {
  expect(await readdir(join(dist, 'images'))).toHaveLength(4 * 2 * 2);
});

it('turns a photo upright, using the orientation that the camera recorded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  // Phones store portraits sideways, with a tag for the orientation. Upright, this is red on top.
  const half = { width: 800, height: 640, channels: 3, background: 'blue' } as const;
  await sharp({ create: { ...half, width: 400, background: 'red' } })
    .extend({ right: 400, background: 'blue' })
    .withMetadata({ orientation: 6 })
    .toFile(join(folder, 'ann.jpg'));
  const ann = { name: 'Ann', role: 'Books', portrait: { file: 'ann.jpg', alt: 'Ann' } };
  const people = { people: { title: 'People', people: [ann] } };
  expect(await findPictureMistakes(people, folder)).toEqual([]);
  await writePictures(folder, people, folder);
  const { data } = await sharp(join(folder, 'images/ann-640.webp'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
  await rm(folder, { recursive: true });
});

it('writes nothing for a firm without pictures', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'pictures-'));
  await writePictures(empty, {}, images);
  expect(await readdir(empty)).toEqual([]);
  await rm(empty, { recursive: true });
});
