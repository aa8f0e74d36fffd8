import { css } from 'styled-components';

/**
 * The characters of each file: European and Vietnamese letters, and those for English. If two files
 * have a character, the last rule applies.
 */
const characters = {
  extended: 'U+100-323,U+1E00-1EFF',
  vietnamese: 'U+1EA0-1EF1',
  latin: 'U+20-7E,U+A0-FF,U+131,U+152-153,U+2013-203A,U+20AC,U+2212',
};

// File names contain a version, because fonts are cached for a year. Optional fonts are preloaded,
// as a subset (site/build/first-fonts.ts). If one arrives too late for the first paint, the page
// keeps its fallback and the next page uses the font, because swapping would reflow lines on every
// system. The letters of names are swapped in later.
function facesOf(family: string, weights: string, files: string) {
  return (version: string, display: string, range: string) => css`
    @font-face {
      font-family: ${family};
      src: url('${files}-${version}.woff2');
      font-weight: ${weights};
      font-display: ${display};
      unicode-range: ${range};
    }
  `;
}

/** The font-face rules, given the URL of the font folder. */
export function fontFacesIn(folder: string) {
  const serif = facesOf('Newsreader', '400 500', `${folder}/newsreader`);
  const sans = facesOf("'Public Sans'", '400 600', `${folder}/public-sans`);
  return css`
    ${sans('5165c4', 'swap', characters.extended)}
    ${sans('9f661d', 'swap', characters.vietnamese)}
    ${sans('ad72bf', 'optional', characters.latin)}
    ${serif('1d8526', 'swap', characters.extended)}
    ${serif('16abb6', 'swap', characters.vietnamese)}
    ${serif('ca01a2', 'optional', characters.latin)}
    @font-face {
      font-family: 'Newsreader Fallback';
      src: local('Times New Roman'), local('Liberation Serif'), local('Tinos');
      size-adjust: 107.5%;
      ascent-override: 68.3%;
      descent-override: 24.6%;
      line-gap-override: 0%;
    }
    @font-face {
      font-family: 'Public Sans Fallback';
      src: local('Arial'), local('Liberation Sans'), local('Arimo');
      size-adjust: 104%;
      ascent-override: 91.4%;
      descent-override: 21.6%;
      line-gap-override: 0%;
    }
  `;
}

export const fontFaces = fontFacesIn('/fonts');
