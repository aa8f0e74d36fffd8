/** Formats a figure as in accounts: thousands separated, negative numbers in brackets. */
export function setFigure(figure: number): string {
  const digits = String(Math.abs(figure)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return figure < 0 ? `(${digits})` : digits;
}
