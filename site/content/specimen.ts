import type { Specimen } from '../../contract/firm-content.ts';

/** The rows of a specimen as text, with totals marked. */
export function rowsOf({ groups }: Specimen): { cells: string[]; isTotal: boolean }[] {
  return groups.flatMap(({ rows, total }) =>
    [...rows, ...(total ? [total] : [])].map((row) => ({
      cells: row.map((cell) => (typeof cell === 'number' ? setFigure(cell) : cell)),
      isTotal: row === total,
    })),
  );
}

/** Formats a figure as in accounts: thousands separated, negative numbers in brackets. */
export function setFigure(figure: number): string {
  const digits = String(Math.abs(figure)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return figure < 0 ? `(${digits})` : digits;
}
