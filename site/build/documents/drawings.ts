import { escapeHtml } from '../../../contract/escape-html.ts';
import { cornerRings, ringMarkup, STROKE } from '../../../design/geometry.ts';
import { placeMark } from '../../../design/mark.ts';
import { palettes, printed, typeface } from '../../../design/tokens.ts';
import { legalWords, type Condition } from '../../content/legal-document.ts';
import { popiDiagram, SEAT_RADIUS } from '../../pages/legal/popi-diagram.ts';

const { primary, accent, ink } = palettes.light;

/** An A4 page, in points, with the logo and half a council table at its top edge. */
export const titleDrawing = svg('0 0 595.28 841.89', [
  placeMark({ x: 72, y: 46, side: 26 }),
  '<g transform="translate(363.28 -8) scale(0.4)">',
  ...cornerRings.map((ring) => ringMarkup(ring, { primary, accent, paper: printed.paper })),
  '</g>',
]);

/** The diagram of the POPI Act, as on the page, with its text for screen readers. */
export function diagramOf(title: string, conditions: readonly Condition[]) {
  const names = conditions.map(({ name }) => name);
  const { centre, radii, seats } = popiDiagram(names);
  const circle = ({ x, y }: { x: number; y: number }, radius: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}"/>`;
  const diagram = svg('40 24 720 392', [
    `<g stroke="${primary}" stroke-width="${STROKE}">`,
    ...radii.map((radius) => circle(centre, radius)),
    `<g fill="${printed.paper}">`,
    ...seats.map(({ seat }) => circle(seat, SEAT_RADIUS)),
    '</g></g>',
    `<g font-family="${typeface.display}" text-anchor="middle">`,
    `<text x="${centre.x}" y="${centre.y + 10}" font-size="32" fill="${primary}">${legalWords.diagram}</text>`,
    `<g font-size="26" fill="${accent}">`,
    ...seats.map(({ seat, number }) => `<text x="${seat.x}" y="${seat.y + 9}">${number}</text>`),
    `</g></g><g font-family="${typeface.text}" font-size="17" fill="${ink}">`,
    ...seats.flatMap(({ label, isRight }) =>
      label.map(
        ({ line, x, y }) =>
          `<text x="${x}" y="${y}" text-anchor="${isRight ? 'start' : 'end'}">${escapeHtml(line)}</text>`,
      ),
    ),
    '</g>',
  ]);
  return { diagram, alt: `${title}: ${names.join(', ')}.` };
}

function svg(viewBox: string, content: string[]): string {
  const [, , width, height] = viewBox.split(' ');
  const size = `width="${width}pt" height="${height}pt"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" ${size} fill="none">${content.join('')}</svg>`;
}
