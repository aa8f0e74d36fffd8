import { createRequire } from 'node:module';

import { palettes, typefaceFiles } from '../../../design/tokens.ts';

const { resolve } = createRequire(import.meta.url);

/** Paths of the font files. */
export const fontFiles = {
  display: resolve(typefaceFiles.display),
  text: resolve(typefaceFiles.text),
  strong: resolve(typefaceFiles.strong),
};

const { ink, muted } = palettes.light;
export const { line, teal, brass } = palettes.light;

/** A4 in points, with a narrow column for numbers beside the column for text. */
export const page = {
  width: 595.28,
  height: 841.89,
  left: 72,
  text: 128,
  right: 523.28,
  top: 90,
  bottom: 764,
  head: 46,
  foot: 788,
};

export interface TextStyle {
  font: string;
  size: number;
  leading: number;
  color: string;
}

export const styles = {
  brand: { font: fontFiles.display, size: 15, leading: 20, color: teal },
  title: { font: fontFiles.display, size: 31, leading: 36, color: teal },
  lead: { font: fontFiles.display, size: 12, leading: 17.5, color: ink },
  heading: { font: fontFiles.display, size: 19, leading: 24, color: teal },
  subheading: { font: fontFiles.display, size: 14, leading: 19, color: teal },
  body: { font: fontFiles.text, size: 9.5, leading: 14.5, color: ink },
  strong: { font: fontFiles.strong, size: 9.5, leading: 14.5, color: ink },
  label: { font: fontFiles.text, size: 9.5, leading: 14.5, color: muted },
  small: { font: fontFiles.text, size: 8, leading: 12, color: muted },
} satisfies Record<string, TextStyle>;

/** The style of the number or letter beside such text. */
export function markerOf(style: TextStyle): TextStyle {
  return { ...style, color: brass };
}
