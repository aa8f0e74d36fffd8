/**
 * The firm's colours for pages, emails, documents and images: on a light page, on a dark one, and
 * on the full-width teal band of each.
 */
const colors = {
  paper: ['#f7f3ea', '#0f1716', '#0d403e', '#0a2827'],
  /** A tint of the paper, for quiet bands. */
  vellum: ['#efe9db', '#151f1e', '#124a48', '#0e3130'],
  card: ['#fffdf8', '#182322', '#124a48', '#0e3130'],
  ink: ['#15211f', '#ece6d9', '#f7f3ea', '#ece6d9'],
  /** Secondary text, with the contrast of WCAG 2.2 level AAA. */
  muted: ['#424e4b', '#aab2ac', '#d0deda', '#b4c5c0'],
  /** Decorative hairlines. */
  line: ['#d5cbb6', '#2f3b39', '#356461', '#24504d'],
  /** Borders of controls. */
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

/** The palette for print, on white. */
export const printed = {
  paper: '#ffffff',
  vellum: '#ffffff',
  card: '#ffffff',
  ink: '#000000',
  muted: '#333333',
  line: '#999999',
  teal: '#000000',
  brass: '#000000',
} satisfies Partial<Palette>;

/** The current value of a colour: in light or dark mode, or on a teal band. */
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
