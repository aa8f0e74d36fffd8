import { pointOn } from '#design/geometry.ts';

const centre = { x: 400, y: 220 };
export const SEAT_RADIUS = 25;

export function popiDiagram(names: string[]) {
  const seats = names.map((name, index) => {
    const degrees = 22.5 + index * 45;
    const seat = pointOn(centre, 150, degrees);
    const isRight = degrees < 180;
    const x = seat.x + (isRight ? 38 : -38);
    const lines = linesOf(name);
    const top = seat.y + 6 - (lines.length - 1) * 11;
    const label = lines.map((line, row) => ({ line, x, y: top + row * 22 }));
    return { seat, number: String(index + 1), label, isRight };
  });
  return { centre, radii: [86, 94, 150], seats };
}

/** Breaks a name before its last word, into at most two lines. */
function linesOf(name: string): string[] {
  return name.split(/ (?=\S+$)/);
}
