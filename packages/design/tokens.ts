export { color, customProperties, font, palettes, printed, quoted, typeface } from './theme.ts';

/**
 * Font sizes, most of which grow with the width of the screen. Even with a large font setting, the
 * longest word in a heading fits on a phone.
 */
export const size = {
  small: '0.875rem',
  text: '1.0625rem',
  lead: 'clamp(1.1875rem, 1.1rem + 0.4vw, 1.375rem)',
  item: 'clamp(1.375rem, 1.3rem + 0.4vw, 1.625rem)',
  heading: 'min(13vw, clamp(2.125rem, 1.6rem + 2.4vw, 3.75rem))',
  title: 'min(13vw, clamp(2.375rem, 1.6rem + 3.3vw, 4.5rem))',
  headline: 'min(14vw, clamp(2.5rem, 1.4rem + 4.4vw, 5rem))',
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
  /** The gutter of the twelve-column grid. */
  column: 'clamp(2rem, 4vw, 4rem)',
  gutter: 'clamp(20px, 4.5vw, 4rem)',
};

export const media = {
  medium: '@media (min-width: 48em)',
  wide: '@media (min-width: 64em)',
  belowWide: '@media (max-width: 63.99em)',
  dark: '@media (prefers-color-scheme: dark)',
  forced: '@media (forced-colors: active)',
  still: '@media (prefers-reduced-motion: reduce)',
  print: '@media print',
  /**
   * Rules needed only after a script has changed the page: the build moves them out of the page,
   * and the form's script applies them.
   */
  scripted: '@media all',
};

export const motion = { quick: '160ms ease-out' };

/**
 * The height of the fixed bar at the top of pages, including its hairline. A section that a link
 * jumps to starts below the bar. See docs/internals/requirements.md, Pages and navigation.
 */
export const barHeight = '80px';
