import { css } from 'styled-components';

import { theme } from '#firm/theme.ts';
import { quoted } from './tokens.ts';

const { display, text } = theme.typefaces;
type Typeface = typeof text;

/** The files that every page needs at once: the last of each typeface. */
export const firstFonts = [display, text].flatMap(({ files }) =>
  files.slice(-1).map(({ file }) => `/fonts/${file}`),
);

function facesOf({ family, weights, files }: Typeface) {
  return files.map(
    ({ file, characters }) => css`
      @font-face {
        font-family: ${quoted(family)};
        src: url('/fonts/${file}');
        font-weight: ${weights};
        font-display: swap;
        unicode-range: ${characters};
      }
    `,
  );
}

/**
 * Until a font arrives, the page is shown in a fallback with the same metrics, so that nothing
 * moves when the font is swapped in.
 */
function fallbacksOf({ family, fallbacks }: Typeface) {
  return fallbacks.map(
    ({ fonts, weight, size, ascent, descent }) => css`
      @font-face {
        font-family: '${family} Fallback';
        src: ${fonts};
        ${weight && `font-weight: ${weight};`}
        size-adjust: ${size.toFixed(1)}%;
        ascent-override: ${ascent.toFixed(1)}%;
        descent-override: ${descent.toFixed(1)}%;
        line-gap-override: 0%;
      }
    `,
  );
}

export const fontFaces = [
  ...facesOf(text),
  ...facesOf(display),
  ...fallbacksOf(display),
  ...fallbacksOf(text),
].flat();
