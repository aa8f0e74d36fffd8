import { css } from 'styled-components';

/**
 * The characters in each file: European and Vietnamese letters, and the letters of English. If two
 * files have the same character, the last rule applies.
 */
const characters = {
  extended: 'U+100-323,U+1E00-1EFF',
  vietnamese: 'U+1EA0-1EF1',
  latin: 'U+20-7E,U+A0-FF,U+131,U+152-153,U+2013-203A,U+20AC,U+2212',
};

// File names contain a version, because fonts are cached for a year. The letters of English are
// preloaded, as a subset (site/build/first-fonts.ts). Until a font arrives, the page is shown in a
// fallback with the same metrics, so that nothing moves when it is swapped in.
function facesOf(family: string, weights: string, files: string) {
  return (version: string, range: string) => css`
    @font-face {
      font-family: ${family};
      src: url('${files}-${version}.woff2');
      font-weight: ${weights};
      font-display: swap;
      unicode-range: ${range};
    }
  `;
}

/** A fallback as wide as Public Sans in each weight, measured over the text of the pages. */
function fallback(weight: number, width: number, fonts: string) {
  const scaled = (part: number) => (part / width).toFixed(1);
  return css`
    @font-face {
      font-family: 'Public Sans Fallback';
      src: ${fonts};
      font-weight: ${weight};
      size-adjust: ${(width * 100).toFixed(1)}%;
      ascent-override: ${scaled(95)}%;
      descent-override: ${scaled(22.5)}%;
      line-gap-override: 0%;
    }
  `;
}

/** The font-face rules, given the URL of the font folder. */
export function fontFacesIn(folder: string) {
  const serif = facesOf('Newsreader', '400 500', `${folder}/newsreader`);
  const sans = facesOf("'Public Sans'", '400 600', `${folder}/public-sans`);
  return css`
    ${sans('5165c4', characters.extended)}
    ${sans('9f661d', characters.vietnamese)}
    ${sans('ad72bf', characters.latin)}
    ${serif('1d8526', characters.extended)}
    ${serif('16abb6', characters.vietnamese)}
    ${serif('ca01a2', characters.latin)}
    @font-face {
      font-family: 'Newsreader Fallback';
      src: local('Times New Roman'), local('Liberation Serif'), local('Tinos');
      size-adjust: 107.5%;
      ascent-override: 68.3%;
      descent-override: 24.6%;
      line-gap-override: 0%;
    }
    ${fallback(400, 1.041, "local('Arial'), local('Liberation Sans'), local('Arimo')")}
    ${fallback(500, 1.06, "local('Arial'), local('Liberation Sans'), local('Arimo')")}
    ${fallback(600, 0.992, "local('Arial Bold'), local('Liberation Sans Bold'), local('Arimo Bold')")}
  `;
}

export const fontFaces = fontFacesIn('/fonts');
