import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import { Window } from 'happy-dom';

import { color, customProperties, font, media, palettes } from '../../design/tokens.ts';
import { projectRoot } from '../../dev/processes.ts';
import { escapeHtml } from '../../contract/escape-html.ts';

/** The default folder for charts, outside docs/ so that trial runs do not change documents. */
export const chartsFolder = join(projectRoot, '.data/bench');

/** The space for a chart on a phone or a desktop, in pixels. */
export interface Area {
  width: number;
  isWide: boolean;
  /** The font size of labels. */
  text: number;
}

type Panel = Plot.PlotOptions & { height: number };

const phone = { width: 360, edge: 12, title: 16, text: 11, gap: 6 };
const desktop = { width: 720, edge: 28, title: 25, text: 14, gap: 14 };

/** The estimated width of a label: 0.56 of its font size per character. */
export function widthOf(text: string, size: number): number {
  return text.length * size * 0.56;
}

/**
 * Draws an SVG file with real text, in the reader's light or dark mode. At a width of less than 520
 * pixels it changes its layout instead of shrinking, so that it stays legible on a phone. It uses
 * system fonts, because GitHub does not let pictures load other fonts.
 *
 * @param note a subtitle of at most 54 characters, which fit on a phone.
 * @param draw returns the plots. They are placed one below the other.
 */
export function drawPicture(title: string, note: string, draw: (area: Area) => Panel[]): string {
  const document = new Window().document as unknown as Document;
  function layout(place: typeof phone) {
    const { width, edge, gap, text } = place;
    const area = { width: width - 2 * edge, text, isWide: place === desktop };
    const line = edge + gap + place.title;
    let y = line + 2 * gap + text + 6;
    const frame = [
      `<path d="M${edge} ${edge}H${width - edge}" stroke="${color.accent}" stroke-width="2"/>`,
      `<text class="title" x="${edge}" y="${line}" font-size="${place.title}">${escapeHtml(title)}</text>`,
      `<text x="${edge}" y="${line + gap * 0.6 + text}" font-size="${text}">${escapeHtml(note)}</text>`,
    ];
    for (const panel of draw(area)) {
      const plot = Plot.plot({ width: area.width, className: 'plot', document, ...panel });
      const places = { x: edge, y, 'font-size': text };
      for (const [name, value] of Object.entries(places)) plot.setAttribute(name, String(value));
      plot.querySelector('style')?.remove();
      y += panel.height;
      frame.push(plot.outerHTML.replace(' xmlns="http://www.w3.org/2000/svg"', ''));
    }
    return { svg: frame.join(''), height: y + edge };
  }
  const [wide, narrow] = [layout(desktop), layout(phone)];
  const size = `width="${desktop.width}" height="${Math.max(wide.height, 2 * narrow.height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${size.replace(/[^\d ]/g, '')}" role="img">`,
    `<title>${escapeHtml(`${title}: ${note}`)}</title><style>${style}</style>`,
    `<rect fill="${color.paper}" ${size}/>`,
    `<g class="wide">${wide.svg}</g><g class="narrow" transform="scale(2)">${narrow.svg}</g></svg>`,
  ]
    .join('')
    .replaceAll(/<[^>]+>/g, (tag) =>
      tag.replaceAll(/\d+\.\d{2,}/g, (place) => Number(place).toFixed(1)),
    );
}

/** Writes a picture as `<folder>/chart-<name>.svg`. */
export async function writeChart(
  folder: string,
  name: string,
  svg: string,
  say: (line: string) => void,
): Promise<void> {
  const picture = join(folder, `chart-${name}.svg`);
  await mkdir(folder, { recursive: true });
  await writeFile(picture, svg);
  say(`Drawn: ${picture}`);
}

const looks = [
  { stroke: color.primary, strokeWidth: 3 },
  { stroke: color.accent, strokeWidth: 1.5 },
  { stroke: color.ink, strokeWidth: 1.5, strokeDasharray: '4 2.5' },
];

/** Draws one line per field in `names` in the same plot, with a legend on its right. */
export function drawLines(
  data: readonly object[],
  names: Record<string, string>,
  { text }: Area,
  options: Plot.LineYOptions,
): Plot.Markish[] {
  const place = { facet: 'super', frameAnchor: 'top-right' } as const;
  return Object.entries(names).flatMap(([value, name], index) => {
    const [length, dy] = [text * 1.6, text * (1.5 * index + 0.5)];
    const look = looks[index];
    return [
      Plot.lineY(data, {
        ...options,
        ...look,
        y: value,
        className: `curve-${value.replace('.', '')}`,
      }),
      Plot.vector([0], {
        ...place,
        ...look,
        length,
        dx: 6,
        dy,
        rotate: 90,
        anchor: 'start',
        shape,
      }),
      Plot.text([name], { ...place, ...strong, textAnchor: 'start', dx: length + 12, dy }),
    ];
  });
}

const shape: Plot.VectorShapeImplementation = {
  draw(context, length) {
    context.moveTo(0, 0);
    context.lineTo(0, -length);
  },
};

export const strong = { fill: color.ink, fontWeight: 600 };
export const wrong = { fill: color.danger, fontWeight: 600 };

const style = [
  `:root{${customProperties(palettes.light)}max-width:100%;height:auto}`,
  `${media.dark}{:root{${customProperties(palettes.dark)}}}`,
  `.narrow{display:none}@media(max-width:519px){.narrow{display:inline}.wide{display:none}}`,
  `svg{font-family:${font.text};font-variant-numeric:tabular-nums;color:${color.muted};fill:currentColor;overflow:visible}`,
  `.title{font-family:${font.display};fill:${color.ink}}text{white-space:pre}`,
]
  .join('')
  .replaceAll(/['"]/g, '');
