import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { color, customProperties, font, media, palettes } from '../../design/tokens.ts';

/** Where a chart has its place, in pixels: those of a phone, or those of a desktop. */
export interface Area {
  width: number;
  height: number;
  isWide: boolean;
  /** The size of labels. */
  text: number;
}

interface PictureProps {
  title: string;
  /** What the numbers are, in a line that fits a phone: at most 54 characters. */
  note: string;
  /** Of the chart on a phone, where a picture is 360 wide; a desktop has twice as much of both. */
  height: number;
  /** Draws the chart in the area below the title. */
  draw: (area: Area) => ReactNode;
}

const phone = { width: 360, edge: 12, title: 16, text: 11, gap: 6 };
const desktop = { width: 720, edge: 28, title: 25, text: 14, gap: 14 };
/** What edges and titles take of a phone's picture. */
const frameHeight = 76;
/** As wide as a label may be, in parts of its size for each character. */
const characterWidth = 0.56;

export function widthOf(text: string, size: number): number {
  return text.length * size * characterWidth;
}

/** A place to a tenth of a pixel, so that files stay small. */
export function round(place: number): number {
  return Math.round(place * 10) / 10;
}

/**
 * An SVG file with text as text, in the reader's light or dark. Shown narrower than 520 pixels it
 * is drawn anew rather than made smaller, so that a phone can show what it says. Fonts come from
 * the reader's system: GitHub lets a picture load none, not even from itself.
 */
export function drawPicture({ title, note, height: inside, draw }: PictureProps): string {
  const frame = ({ width, edge, gap, ...sizes }: typeof phone, whole: number) => {
    const line = edge + gap + sizes.title;
    const top = line + gap + sizes.text + gap + 6;
    const area = { width: width - 2 * edge, height: whole - top - edge, text: sizes.text };
    return (
      <>
        <path className="rule" d={`M${edge} ${edge}H${width - edge}`} />
        <text className="title" x={edge} y={line} fontSize={sizes.title}>
          {title}
        </text>
        <text x={edge} y={line + gap * 0.6 + sizes.text} fontSize={sizes.text}>
          {note}
        </text>
        <g transform={`translate(${edge} ${top})`} fontSize={sizes.text}>
          {draw({ ...area, isWide: width === desktop.width })}
        </g>
      </>
    );
  };
  const height = inside + frameHeight;
  const size = { width: desktop.width, height: 2 * height };
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      {...size}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
    >
      <title>{`${title}: ${note}`}</title>
      <style>{style}</style>
      <rect className="paper" {...size} />
      <g className="wide">{frame(desktop, size.height)}</g>
      <g className="narrow" transform="scale(2)">
        {frame(phone, height)}
      </g>
    </svg>,
  );
}

const style = [
  `:root{${customProperties(palettes.light)}max-width:100%;height:auto}`,
  `${media.dark}{:root{${customProperties(palettes.dark)}}}`,
  `.narrow{display:none}@media(max-width:519px){.narrow{display:inline}.wide{display:none}}`,
  `text{font-family:${font.text};font-variant-numeric:tabular-nums;fill:${color.muted}}`,
  `.title{font-family:${font.display};fill:${color.ink}}`,
  `.ours{fill:${color.teal};font-weight:600}.theirs{fill:${color.control};opacity:.75}`,
  `.strong{fill:${color.ink};font-weight:600}.paper{fill:${color.paper}}`,
  `path{fill:none;stroke:${color.line}}.rule{stroke:${color.brass};stroke-width:2}`,
  `.wrong{fill:${color.danger};font-weight:600}.base{stroke:${color.control}}.spread{stroke:${color.ink}}.inside{stroke:${color.paper}}`,
  `.first{stroke:${color.teal};stroke-width:2}.band{stroke-width:4}.narrow .band{stroke-width:3.5}.second{stroke:${color.brass};stroke-width:1.5}`,
  `.third{stroke:${color.ink};stroke-width:1.5;stroke-dasharray:4 2.5}`,
  `.fault{stroke:${color.danger};stroke-width:2}.outage{stroke:${color.danger};opacity:.5}`,
  `.curve{stroke-linejoin:round;stroke-linecap:round}`,
]
  .join('')
  // React would write these as entities, which a style has no need of.
  .replaceAll("'", '')
  .replaceAll('"', '');
