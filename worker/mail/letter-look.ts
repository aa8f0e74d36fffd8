import { font, palettes } from '../../design/tokens.ts';
import { escapeHtml } from '../../platform/html.ts';
import { Html } from './html.ts';

type Palette = (typeof palettes)['light'];

/** What each part of a letter takes of a palette, by the name of its class. */
const colors = {
  page: ({ paper }) => `background-color:${paper}`,
  sheet: ({ card, teal, line }) =>
    `background-color:${card};border-color:${teal} ${line} ${line} ${line}`,
  statement: ({ vellum, brass }) => `background-color:${vellum};border-color:${brass}`,
  quote: ({ brass, ink }) => `border-color:${brass};color:${ink}`,
  row: ({ line }) => `border-color:${line}`,
  ink: ({ ink }) => `color:${ink}`,
  muted: ({ muted }) => `color:${muted}`,
  teal: ({ teal }) => `color:${teal}`,
  button: ({ teal }) => `background-color:${teal}`,
  pressed: ({ onTeal }) => `color:${onTeal}`,
} satisfies Record<string, (palette: Palette) => string>;

type Part = keyof typeof colors;

/** Letters of the size in pixels, in lines of the height that is given as a factor. */
export const type = {
  display: (size: number, height: number) =>
    `font-family:${font.display};font-size:${size}px;line-height:${height};font-weight:400`,
  text: (size: number, height = 1.6) =>
    `font-family:${font.text};font-size:${size}px;line-height:${height}`,
};

/**
 * The class and style of a part in the light. The class is there for `styleElements`, which
 * many mail programs leave away, and may name further ones.
 */
export function look(part: Part, style = '', further = ''): Html {
  const classes = `${part} ${further}`.trim();
  const styles = [colors[part](palettes.light), style].filter((each) => each !== '').join(';');
  return new Html(`class="${classes}" style="${escapeHtml(styles)}"`);
}

/**
 * Puts the dark palette and the sizes of a wide screen over the styles of the elements, where a
 * mail program allows it. Outlook in a browser marks a letter that it darkens with `data-ogsc`; and
 * Gmail leaves away the whole of an element in which it does not know something.
 */
export const styleElements = new Html(
  [
    '<style>',
    '@media (min-width:560px){',
    '.inside{padding:36px 44px 40px!important}',
    '.headline{font-size:34px!important}',
    '.reference{font-size:46px!important}',
    '}',
    '</style>',
    '<style>',
    ':root{color-scheme:light dark}',
    `@media (prefers-color-scheme:dark){\n${darkRules('')}\n}`,
    '</style>',
    `<style>\n${darkRules('[data-ogsc] ')}\n</style>`,
  ].join('\n'),
);

function darkRules(before: string): string {
  return Object.entries(colors)
    .map(([part, of]) => `${before}.${part}{${of(palettes.dark).replace(/;|$/g, '!important;')}}`)
    .join('\n');
}

/** Outlook on Windows takes Times for the whole of a list whose first typeface it does not have. */
export const outlookStyle = new Html(
  [
    '<!--[if mso]><style>',
    'p,td,a,div{font-family:Arial,sans-serif!important}',
    "h1,h2,.display{font-family:'Times New Roman',serif!important}",
    '</style><![endif]-->',
  ].join('\n'),
);
