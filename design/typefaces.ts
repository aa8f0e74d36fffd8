import { css } from 'styled-components';

// The name of a file carries its version, since fonts are cached for a year. They are preloaded.
// Where they come too late for the first paint, the page keeps its fallbacks, and the next one has
// the fonts: no system has fallbacks so alike that a swap would not break lines anew.
export const fontFaces = fontFacesIn('/fonts');

/** The typefaces, from the address of the folder that their files are in. */
export function fontFacesIn(folder: string) {
  return css`
    @font-face {
      font-family: Newsreader;
      src: url('${folder}/newsreader-ca01a264.woff2') format('woff2');
      font-weight: 400 500;
      font-display: optional;
    }
    @font-face {
      font-family: 'Newsreader Fallback';
      src: local('Times New Roman'), local('Liberation Serif'), local('Tinos');
      size-adjust: 107.5%;
      ascent-override: 68.3%;
      descent-override: 24.6%;
      line-gap-override: 0%;
    }
    @font-face {
      font-family: 'Public Sans';
      src: url('${folder}/public-sans-ad72bfc6.woff2') format('woff2');
      font-weight: 400 600;
      font-display: optional;
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
