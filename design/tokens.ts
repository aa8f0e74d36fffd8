/**
 * Colours, typefaces, sizes and distances as plain values: a Node process may read them too. The
 * pages of the API still have a copy of the colours, in api/pages/style.ts.
 */

/** On a light page, on a dark one, and on the full-width teal band of each. */
const colors = {
  paper: ['#f7f3ea', '#0f1716', '#0d403e', '#0a2827'],
  /** A tint of the paper, for quiet bands. */
  vellum: ['#efe9db', '#151f1e', '#124a48', '#0e3130'],
  card: ['#fffdf8', '#182322', '#124a48', '#0e3130'],
  ink: ['#15211f', '#ece6d9', '#f7f3ea', '#ece6d9'],
  muted: ['#4a5653', '#aab2ac', '#c3d4cf', '#b4c5c0'],
  /** Hairlines, which carry no meaning alone. */
  line: ['#d5cbb6', '#2f3b39', '#356461', '#24504d'],
  /** Borders that show where a control is. */
  control: ['#7d7766', '#77837f', '#8fb0ab', '#8fb0ab'],
  teal: ['#0e4b49', '#8ecbc3', '#cfe7e2', '#cfe7e2'],
  tealStrong: ['#083634', '#b3dfd9', '#ffffff', '#ffffff'],
  onTeal: ['#fbf8f1', '#0b1615', '#0a302f', '#0a302f'],
  brass: ['#82601a', '#d4b067', '#dfbf78', '#dfbf78'],
  danger: ['#98291c', '#f2998c', '#ffb9ae', '#ffb9ae'],
} satisfies Record<string, [light: string, dark: string, deepLight: string, deepDark: string]>;

type ColorName = keyof typeof colors;
type Palette = Record<ColorName, string>;

export const palettes = {
  light: paletteOf((name) => colors[name][0]),
  dark: paletteOf((name) => colors[name][1]),
  deepLight: paletteOf((name) => colors[name][2]),
  deepDark: paletteOf((name) => colors[name][3]),
};

/** The colour that holds where it is used: light or dark, and on a deep band another. */
export const color = paletteOf((name) => `var(${propertyOf(name)})`);

function paletteOf(valueOf: (name: ColorName) => string): Palette {
  const names = Object.keys(colors) as ColorName[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Palette;
}

function propertyOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The declarations that give the names in `color` their values. */
export function customProperties(palette: Partial<Palette>): string {
  return Object.entries(palette)
    .map(([name, value]) => `${propertyOf(name)}:${value};`)
    .join('');
}

export const font = {
  display: "Newsreader, 'Newsreader Fallback', 'Times New Roman', serif",
  text: "'Public Sans', 'Public Sans Fallback', Arial, sans-serif",
};

/** A modular scale of 1.2 on small screens that opens to 1.333 on wide ones. */
export const size = {
  small: '0.875rem',
  text: '1.0625rem',
  lead: 'clamp(1.1875rem, 1.1rem + 0.4vw, 1.375rem)',
  item: 'clamp(1.375rem, 1.3rem + 0.4vw, 1.625rem)',
  heading: 'clamp(2.125rem, 1.6rem + 2.4vw, 3.75rem)',
  title: 'clamp(2.375rem, 1.6rem + 3.3vw, 4.5rem)',
  headline: 'clamp(2.5rem, 1.4rem + 4.4vw, 5rem)',
  numeral: 'clamp(3.75rem, 2.4rem + 6vw, 8rem)',
};

export const space = {
  tiny: '0.5rem',
  small: '0.75rem',
  base: '1rem',
  medium: '1.5rem',
  large: '2.5rem',
  huge: 'clamp(3rem, 2rem + 4vw, 5.5rem)',
  section: 'clamp(4.5rem, 3rem + 7vw, 9.5rem)',
  gutter: 'clamp(1.25rem, 4.5vw, 4rem)',
};

export const media = {
  medium: '@media (min-width: 48em)',
  wide: '@media (min-width: 64em)',
  belowWide: '@media (max-width: 63.99em)',
  dark: '@media (prefers-color-scheme: dark)',
  forced: '@media (forced-colors: active)',
  still: '@media (prefers-reduced-motion: reduce)',
  print: '@media print',
};

export const motion = { quick: '160ms ease-out' };

/** How much of a section the fixed bar may cover: docs/requirements.md, Limits and constants. */
export const scrollOffset = '80px';
export const barHeight = '72px';
