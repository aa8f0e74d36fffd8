import type { Theme } from '#contract/firm-content.ts';

const latin = 'U+20-7E,U+A0-FF,U+131,U+152-153,U+2013-203A,U+20AC,U+2212';

export const theme: Theme = {
  colors: {
    paper: ['#faf6f0', '#171216', '#3d1f36', '#2b1526'],
    tint: ['#f0e8e0', '#1f181d', '#482741', '#351b2f'],
    card: ['#fffdfa', '#231b21', '#482741', '#351b2f'],
    ink: ['#1d1519', '#efe6ea', '#faf6f0', '#efe6ea'],
    muted: ['#4c4147', '#b7abb1', '#e0d2da', '#cfc0c8'],
    line: ['#dccfc4', '#3d3138', '#6a4a61', '#553a4d'],
    control: ['#80746c', '#887a82', '#b497aa', '#b497aa'],
    primary: ['#5b2a4f', '#dfb3d2', '#f0d9e8', '#f0d9e8'],
    primaryStrong: ['#5b2a4f', '#edcfe3', '#ffffff', '#ffffff'],
    onPrimary: ['#fdf8f4', '#1a0f17', '#331a2d', '#331a2d'],
    accent: ['#8a4b12', '#e0a66a', '#f0bd86', '#f0bd86'],
    danger: ['#98291c', '#f2998c', '#ffb9ae', '#ffb9ae'],
  },
  typefaces: {
    display: {
      family: 'Public Sans',
      inTitleFile: 'Newsreader 16pt',
      generic: 'Arial, sans-serif',
      weights: '400 600',
      files: [{ file: 'Headline.woff2', characters: latin }],
      fallbacks: [
        {
          fonts: "local('Arial'), local('Liberation Sans'), local('Arimo')",
          size: 104.1,
          ascent: 91.3,
          descent: 21.6,
        },
      ],
    },
    text: {
      family: 'Newsreader',
      generic: 'serif',
      weights: '400 500',
      files: [{ file: 'Reading.woff2', characters: latin }],
      fallbacks: [
        {
          fonts: "local('Times New Roman'), local('Liberation Serif'), local('Tinos')",
          size: 104.7,
          ascent: 70.2,
          descent: 25.3,
        },
      ],
    },
  },
};
