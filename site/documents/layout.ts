import { palettes } from '../design/theme.ts';
import { faces } from './faces.ts';

export const { paper, ink, muted, line, teal, brass } = palettes.light;

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
  face: string;
  size: number;
  leading: number;
  color: string;
}

export const text = {
  brand: { face: faces.display, size: 15, leading: 20, color: teal },
  title: { face: faces.display, size: 31, leading: 36, color: teal },
  lead: { face: faces.display, size: 12, leading: 17.5, color: ink },
  heading: { face: faces.display, size: 19, leading: 24, color: teal },
  headingMarker: { face: faces.display, size: 19, leading: 24, color: brass },
  subheading: { face: faces.display, size: 14, leading: 19, color: teal },
  subheadingMarker: { face: faces.display, size: 14, leading: 19, color: brass },
  body: { face: faces.text, size: 9.5, leading: 14.5, color: ink },
  strong: { face: faces.strong, size: 9.5, leading: 14.5, color: ink },
  label: { face: faces.text, size: 9.5, leading: 14.5, color: muted },
  brassLabel: { face: faces.text, size: 9.5, leading: 14.5, color: brass },
  small: { face: faces.text, size: 8, leading: 12, color: muted },
} satisfies Record<string, TextStyle>;
