import type { SendMailOptions } from 'nodemailer';

import { escapeHtml } from '#contract/escape-html.ts';
import { png } from '#firm/logo.ts';
import { font, palettes } from '../theme.ts';

/** A piece of safe HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/** A template tag that escapes all values except Html objects, for use in text and attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let [text = ''] = parts;
  values.forEach((value, index) => {
    text += render(value) + (parts[index + 1] ?? '');
  });
  return new Html(text);
}

function render(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}

const cid = 'mark@letter';

export const markSource = `cid:${cid}`;

/**
 * The logo, attached to each email: Gmail and Outlook strip SVG and data URLs, and a remote image
 * would track readers.
 */
export const markAttachment: NonNullable<SendMailOptions['attachments']>[number] = {
  filename: 'mark.png',
  content: png,
  encoding: 'base64',
  contentType: 'image/png',
  cid,
};

type Palette = (typeof palettes)['light'];

const colors = {
  page: ({ paper }) => `background-color:${paper}`,
  sheet: ({ card, primary, line }) =>
    `background-color:${card};border-color:${primary} ${line} ${line} ${line}`,
  statement: ({ tint, accent }) => `background-color:${tint};border-color:${accent}`,
  quote: ({ accent, ink }) => `border-color:${accent};color:${ink}`,
  row: ({ line }) => `border-color:${line}`,
  ink: ({ ink }) => `color:${ink}`,
  muted: ({ muted }) => `color:${muted}`,
  primary: ({ primary }) => `color:${primary}`,
  button: ({ primary }) => `background-color:${primary}`,
  pressed: ({ onPrimary }) => `color:${onPrimary}`,
} satisfies Record<string, (palette: Palette) => string>;

type Part = keyof typeof colors;

/** Font styles; size in pixels, line height as a factor. */
export const type = {
  display: (size: number, height: number) =>
    `font-family:${font.display};font-size:${size}px;line-height:${height};font-weight:400`,
  text: (size: number, height = 1.6) =>
    `font-family:${font.text};font-size:${size}px;line-height:${height}`,
};

/** Light-mode colours inline: many email clients strip the `styleElements` that override them. */
export function look(part: Part, style = '', further = ''): Html {
  const classes = `${part} ${further}`.trim();
  const styles = [colors[part](palettes.light), style].filter((rule) => rule !== '').join(';');
  return new Html(`class="${classes}" style="${escapeHtml(styles)}"`);
}

/**
 * Overrides inline styles for dark mode and wide screens, in email clients that support this.
 * Outlook on the web marks darkened emails with `data-ogsc`. There are several style elements,
 * because Gmail drops a whole element if it does not understand part of it.
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

/** Outlook on Windows falls back to Times if the first font of a list is missing. */
export const outlookStyle = new Html(
  [
    '<!--[if mso]><style>',
    'p,td,a,div{font-family:Arial,sans-serif!important}',
    "h1,h2,.display{font-family:'Times New Roman',serif!important}",
    '</style><![endif]-->',
  ].join('\n'),
);
