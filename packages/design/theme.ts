import { theme } from '#firm/theme.ts';

const { colors, typefaces } = theme;
const { display, text } = typefaces;

type ColorName = keyof typeof colors;
type Palette = Record<ColorName, string>;

export const palettes = {
  light: paletteOf((name) => colors[name][0]),
  dark: paletteOf((name) => colors[name][1]),
  deepLight: paletteOf((name) => colors[name][2]),
  deepDark: paletteOf((name) => colors[name][3]),
};

export const printed = {
  paper: '#ffffff',
  tint: '#ffffff',
  card: '#ffffff',
  ink: '#000000',
  muted: '#333333',
  line: '#999999',
  primary: '#000000',
  accent: '#000000',
} satisfies Partial<Palette>;

/** Custom properties, which differ by light and dark mode and inside `data-tone="deep"`. */
export const color = paletteOf((name) => `var(${propertyOf(name)})`);

function paletteOf(valueOf: (name: ColorName) => string): Palette {
  const names = Object.keys(colors) as ColorName[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Palette;
}

function propertyOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Declares the custom properties of a palette, except those with the same value in `base`. */
export function customProperties(palette: Partial<Palette>, base: Partial<Palette> = {}): string {
  return Object.entries(palette)
    .filter(([name, value]) => base[name as ColorName] !== value)
    .map(([name, value]) => `${propertyOf(name)}:${value};`)
    .join('');
}

/** The names of the font families, for drawings and documents that have no CSS. */
export const typeface = { display: display.family, text: text.family };

export const font = {
  display: `${quoted(display.family)}, '${display.family} Fallback', ${display.generic}`,
  text: `${quoted(text.family)}, '${text.family} Fallback', ${text.generic}`,
};

export function quoted(family: string): string {
  return family.includes(' ') ? `'${family}'` : family;
}
