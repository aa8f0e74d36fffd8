import type { Summary, Unit } from './figure.ts';

/** A section's results as a table for people, which is Markdown too. */
export function formatSummaries(title: string, summaries: Summary[]): string {
  const rows = summaries.map((summary) => [
    summary.name,
    quantity(summary.median, summary.unit),
    summary.lowest === summary.highest
      ? ''
      : `${number(summary.lowest)} – ${number(summary.highest)}`,
    summary.target ? `${summary.target.bound} ${quantity(summary.target.value, summary.unit)}` : '',
    summary.met === undefined ? '' : summary.met ? 'pass' : 'MISS',
  ]);
  const header = ['what', 'median', 'spread', 'target', ''];
  const widths = header.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [`## ${title}`, '', line(header), line(rule), ...rows.map(line), ''].join('\n');
}

function quantity(value: number, unit: Unit): string {
  return unit === '' ? number(value) : `${number(value)} ${unit}`;
}

function number(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en').replaceAll(',', ' ');
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
