import type { Theme } from '#contract/firm-content.ts';

/** The characters of each file, which browsers load only when a page needs them. */
const english = 'U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026';
const letters = 'U+A3,U+A7,U+A9,U+BD,U+C0-FF,U+20AC';
const further = 'U+100-323,U+1E00-1EFF,U+2020-2021,U+20A0-20AB,U+20AD-20BF';

/** The look of pages, emails, documents and images. */
export const theme: Theme = {
  /**
   * Each colour on a light page, on a dark one, and on the full-width band of each. Tests check that
   * they contrast enough.
   */
  colors: {
    paper: ['#f7f3ea', '#0f1716', '#0d403e', '#0a2827'],
    /** A shade of the paper, for quiet bands. */
    tint: ['#efe9db', '#151f1e', '#124a48', '#0e3130'],
    card: ['#fffdf8', '#182322', '#124a48', '#0e3130'],
    ink: ['#15211f', '#ece6d9', '#f7f3ea', '#ece6d9'],
    /** Secondary text, with the contrast of WCAG 2.2 level AAA. */
    muted: ['#424e4b', '#aab2ac', '#d0deda', '#b4c5c0'],
    /** Decorative hairlines. */
    line: ['#d5cbb6', '#2f3b39', '#356461', '#24504d'],
    /** Borders of controls. */
    control: ['#7d7766', '#77837f', '#8fb0ab', '#8fb0ab'],
    primary: ['#0e4b49', '#8ecbc3', '#cfe7e2', '#cfe7e2'],
    primaryStrong: ['#083634', '#b3dfd9', '#ffffff', '#ffffff'],
    onPrimary: ['#fbf8f1', '#0b1615', '#0a302f', '#0a302f'],
    accent: ['#82601a', '#d4b067', '#dfbf78', '#dfbf78'],
    danger: ['#98291c', '#f2998c', '#ffb9ae', '#ffb9ae'],
  },
  /** The files are in firm/public/fonts/ and, for images and PDFs, in firm/fonts/. */
  typefaces: {
    display: {
      family: 'Newsreader',
      inTitleFile: 'Newsreader 16pt',
      generic: "'Times New Roman', serif",
      weights: '400',
      files: [
        { file: 'newsreader-further-8f114c.woff2', characters: further },
        { file: 'newsreader-letters-e0139c.woff2', characters: letters },
        { file: 'newsreader-603e7d.woff2', characters: english },
      ],
      fallbacks: [
        {
          fonts: "local('Times New Roman'), local('Liberation Serif'), local('Tinos')",
          size: 107.5,
          ascent: 68.3,
          descent: 24.6,
        },
      ],
    },
    text: {
      family: 'Public Sans',
      generic: 'Arial, sans-serif',
      weights: '400 600',
      files: [
        { file: 'public-sans-further-170770.woff2', characters: further },
        { file: 'public-sans-letters-3139ac.woff2', characters: letters },
        { file: 'public-sans-cc9412.woff2', characters: english },
      ],
      // In each weight as wide as Public Sans, measured over the text of the pages.
      fallbacks: [
        {
          fonts: "local('Arial'), local('Liberation Sans'), local('Arimo')",
          weight: 400,
          size: 104.1,
          ascent: 91.3,
          descent: 21.6,
        },
        {
          fonts: "local('Arial'), local('Liberation Sans'), local('Arimo')",
          weight: 500,
          size: 106,
          ascent: 89.6,
          descent: 21.2,
        },
        {
          fonts: "local('Arial Bold'), local('Liberation Sans Bold'), local('Arimo Bold')",
          weight: 600,
          size: 99.2,
          ascent: 95.8,
          descent: 22.7,
        },
      ],
    },
  },
};
