import { theme } from '../firm/theme.ts';

const { primary, primaryStrong, onPrimary, accent, tint, paper, danger, ...lines } = theme.colors;

/** The colours of the theme, by their names in styles. */
const colors = {
  paper,
  vellum: tint,
  ...lines,
  teal: primary,
  tealStrong: primaryStrong,
  onTeal: onPrimary,
  brass: accent,
  danger,
};

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
