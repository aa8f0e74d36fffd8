import { median } from './statistics.ts';

export type Unit = 'times' | 'bytes' | 'ms' | 's' | 'MB' | 'of 100' | 'a second' | '';

export interface Target {
  bound: 'at least' | 'at most';
  value: number;
}

/** One thing that was measured, once in each round. */
export interface Figure {
  name: string;
  unit: Unit;
  samples: number[];
  target?: Target | undefined;
}

/** A figure reduced to what is reported. */
export interface Summary extends Omit<Figure, 'samples'> {
  median: number;
  lowest: number;
  highest: number;
  /** Whether the median meets the target; absent without one. */
  met?: boolean;
}

export function figure(name: string, unit: Unit, samples: number[], target?: Target): Figure {
  return { name, unit, samples, target };
}

export function atLeast(value: number): Target {
  return { bound: 'at least', value };
}

export function atMost(value: number): Target {
  return { bound: 'at most', value };
}

/** Median, spread and verdict of a figure. */
export function summarize({ samples, ...figure }: Figure): Summary {
  const middle = median(samples);
  const [lowest, highest] = [Math.min(...samples), Math.max(...samples)];
  const summary = { ...figure, median: middle, lowest, highest };
  if (!figure.target) return summary;
  const { bound, value } = figure.target;
  return { ...summary, met: bound === 'at least' ? middle >= value : middle <= value };
}

/** A section's results as a table for people, which is Markdown too. */
export function formatSummaries(title: string, summaries: Summary[]): string {
  const rows = summaries.map(({ name, unit, target, met, ...values }) => [
    name,
    quantity(values.median, unit),
    values.lowest === values.highest ? '' : `${number(values.lowest)} – ${number(values.highest)}`,
    target ? `${target.bound} ${quantity(target.value, unit)}` : '',
    met === undefined ? '' : met ? 'pass' : 'MISS',
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
