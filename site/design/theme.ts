/** The only place where colours, sizes and distances are chosen. */

export interface Palette {
  paper: string;
  /** A tint of the paper, for quiet bands. */
  vellum: string;
  card: string;
  ink: string;
  muted: string;
  /** Hairlines, which carry no meaning alone. */
  line: string;
  /** Borders that show where a control is. */
  control: string;
  teal: string;
  tealStrong: string;
  onTeal: string;
  brass: string;
  danger: string;
}

const light: Palette = {
  paper: '#f7f3ea',
  vellum: '#efe9db',
  card: '#fffdf8',
  ink: '#15211f',
  muted: '#4a5653',
  line: '#d5cbb6',
  control: '#7d7766',
  teal: '#0e4b49',
  tealStrong: '#083634',
  onTeal: '#fbf8f1',
  brass: '#82601a',
  danger: '#98291c',
};

const dark: Palette = {
  paper: '#0f1716',
  vellum: '#151f1e',
  card: '#182322',
  ink: '#ece6d9',
  muted: '#aab2ac',
  line: '#2f3b39',
  control: '#77837f',
  teal: '#8ecbc3',
  tealStrong: '#b3dfd9',
  onTeal: '#0b1615',
  brass: '#d4b067',
  danger: '#f2998c',
};

/** A full-width teal band inside a light page. */
const deepLight: Palette = {
  paper: '#0d403e',
  vellum: '#124a48',
  card: '#124a48',
  ink: '#f7f3ea',
  muted: '#c3d4cf',
  line: '#356461',
  control: '#8fb0ab',
  teal: '#cfe7e2',
  tealStrong: '#ffffff',
  onTeal: '#0a302f',
  brass: '#dfbf78',
  danger: '#ffb9ae',
};

const deepDark: Palette = {
  ...deepLight,
  paper: '#0a2827',
  vellum: '#0e3130',
  card: '#0e3130',
  line: '#24504d',
  ink: '#ece6d9',
  muted: '#b4c5c0',
};

export const palettes = { light, dark, deepLight, deepDark };

export const color: Palette = {
  paper: 'var(--paper)',
  vellum: 'var(--vellum)',
  card: 'var(--card)',
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  control: 'var(--control)',
  teal: 'var(--teal)',
  tealStrong: 'var(--teal-strong)',
  onTeal: 'var(--on-teal)',
  brass: 'var(--brass)',
  danger: 'var(--danger)',
};

export function customProperties(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}:${value};`)
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
  hair: '0.25rem',
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

/** Specification, section 9: the fixed bar may cover this much of a section that was jumped to. */
export const scrollOffset = '80px';
export const barHeight = '72px';
