import { pictureUrl, type portrait } from '../content/pictures.ts';

interface PictureProps {
  file: string;
  alt: string;
  shape: typeof portrait;
  /** The widths at which the page shows the picture, as in the `sizes` attribute. */
  sizes: string;
}

/** One of the firm's pictures, in the format and size that the browser chooses. */
export function Picture({ file, alt, shape: { widths, ratio }, sizes }: PictureProps) {
  const [width] = widths;
  const set = (format: 'avif' | 'webp') =>
    widths.map((each) => `${pictureUrl(file, each, format)} ${each}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        src={pictureUrl(file, width, 'webp')}
        srcSet={set('webp')}
        sizes={sizes}
        width={width}
        height={Math.round(width * ratio)}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
