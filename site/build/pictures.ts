import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Plugin } from 'vite';

import type { Proof } from '../../contract/firm-proof.ts';
import { proof as present } from '../../firm/content/en/proof.ts';
import { pictureUrl, picturesOf } from '../content/pictures.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), '../../firm/images');

/** Returns a message for each picture that is missing or too small, with its place in proof.ts. */
export async function findPictureMistakes(proof: Proof = present, folder = source) {
  const checked = picturesOf(proof).map(async ({ file, shape, place }) => {
    const [, width] = shape.widths;
    const height = shape.isCropped ? width * shape.ratio : 0;
    const found = await sharp(join(folder, file))
      .metadata()
      .catch(() => undefined);
    if (!found) return [`firm/content/en/proof.ts: ${place}: cannot read firm/images/${file}`];
    const isVector = found.format === 'svg';
    const upright = found.autoOrient;
    const isLarge = upright.width >= width && upright.height >= height;
    return isVector || isLarge
      ? []
      : [
          `firm/content/en/proof.ts: ${place}: must be at least ${width} pixels wide${height ? ` and ${height} high` : ''}`,
        ];
  });
  return (await Promise.all(checked)).flat();
}

/** Writes every picture in the sizes and formats that pages offer. */
export async function writePictures(dist: string, proof: Proof = present, folder = source) {
  const rendered = [...renderings(proof, folder)];
  if (rendered.length > 0) await mkdir(join(dist, 'images'), { recursive: true });
  await Promise.all(
    rendered.map(async ([path, render]) => writeFile(join(dist, path), await render())),
  );
}

/** The paths of all sizes and formats of the pictures, each with a function that renders it. */
function renderings(proof: Proof, folder: string): Map<string, () => Promise<Buffer>> {
  const sizes = picturesOf(proof).flatMap(({ file, shape: { widths, ratio, isCropped } }) =>
    widths.map((width) => ({ file, width, height: width * ratio, isCropped })),
  );
  return new Map(
    sizes.flatMap(({ file, width, height, isCropped }) => {
      const resized = () =>
        sharp(join(folder, file), { density: 300, autoOrient: true }).resize(
          Math.round(width),
          Math.round(height),
          {
            fit: isCropped ? 'cover' : 'contain',
            position: isCropped ? 'top' : 'centre',
            background: { r: 0, g: 0, b: 0, alpha: 0 },
          },
        );
      return [
        [pictureUrl(file, width, 'avif'), () => resized().avif({ quality: 55 }).toBuffer()],
        [pictureUrl(file, width, 'webp'), () => resized().webp({ quality: 75 }).toBuffer()],
      ] as const;
    }),
  );
}

/** Serves the pictures in development. */
export function picturesInDevelopment(): Plugin {
  return {
    name: 'pictures',
    configureServer({ middlewares }) {
      const rendered = renderings(present, source);
      middlewares.use((request, response, next) => {
        const render = rendered.get(request.url ?? '');
        if (render) render().then((data) => response.end(data), next);
        else next();
      });
    },
  };
}
