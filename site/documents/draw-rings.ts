import { arcLength, arcPath } from '../art/geometry.ts';
import { brass, page, teal } from './layout.ts';
import type { Pdf } from './pdf.ts';
import { drawArtifact } from './tags.ts';

const centre = { x: page.width - 72, y: 0 };
const radii = [64, 88, 112, 136];
const sweep = 176;
const from = 92;

/** Draws half a council table that hangs from the top of the first page, as on the site. */
export function drawRings(pdf: Pdf): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.lineCap('round');
    for (const [index, radius] of radii.entries()) {
      pdf
        .lineWidth(0.6)
        .undash()
        .path(arcPath(centre, radius, from, sweep))
        .stroke(teal);
      const step = sweep / Math.round(arcLength(radius, sweep) / 18);
      for (let seat = 1; seat * step < sweep; seat += 1) {
        const middle = from + seat * step;
        const chair = seat === 8 + 2 * index;
        drawSeat(pdf, radius, middle, chair);
      }
    }
  });
}

function drawSeat(pdf: Pdf, radius: number, middle: number, chair: boolean): void {
  const half = (2 / radius) * (180 / Math.PI);
  const seat = arcPath(centre, radius, middle - half, 2 * half);
  pdf
    .lineWidth(6)
    .path(seat)
    .stroke(chair ? brass : teal);
  if (!chair) pdf.lineWidth(4.8).path(seat).stroke('#ffffff');
}
