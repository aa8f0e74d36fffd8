type Unit = 'times' | 'bytes' | 'ms' | 's' | 'of 100' | 'a second' | 'enquiries' | '';

export interface Target {
  bound: 'at least' | 'at most';
  value: number;
}

/** A measurement with one sample per round. */
export interface Figure {
  name: string;
  unit: Unit;
  samples: number[];
  target?: Target | undefined;
}

export interface Summary extends Omit<Figure, 'samples'> {
  median: number;
  lowest: number;
  highest: number;
  /** Whether the median meets the target; undefined if there is none. */
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

/** Summarises a figure: its median, its spread, and whether it meets its target. */
export function summarize({ samples, ...figure }: Figure): Summary {
  const middle = percentile(samples, 50);
  const [lowest, highest] = [Math.min(...samples), Math.max(...samples)];
  const summary = { ...figure, median: middle, lowest, highest };
  if (!figure.target) return summary;
  const { bound, value } = figure.target;
  return { ...summary, met: bound === 'at least' ? middle >= value : middle <= value };
}

/** Formats a section's results as a table. */
export function formatSummaries(title: string, summaries: Summary[]): string {
  const rows = summaries.map(({ name, unit, target, met, ...values }) => [
    name,
    `${number(values.median)} ${unit}`,
    values.lowest === values.highest ? '' : `${number(values.lowest)} – ${number(values.highest)}`,
    target ? `${target.bound} ${number(target.value)}` : '',
    met === undefined ? '' : met ? 'pass' : 'MISS',
  ]);
  return `## ${title}\n\n${formatTable([['what', 'median', 'spread', 'target', ''], ...rows])}\n`;
}

/** Formats rows, the first of which is the header, as a Markdown table. */
export function formatTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [header = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [header, rule, ...lines].join('\n');
}

function number(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en').replaceAll(',', ' ');
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}

/**
 * Calculates a percentile, interpolated between the two nearest values.
 *
 * @throws RangeError if there are no values.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = ((sorted.length - 1) * percent) / 100;
  const lower = sorted[Math.floor(position)];
  const upper = sorted[Math.ceil(position)];
  if (lower === undefined || upper === undefined) throw new RangeError('There are no values.');
  return lower + (upper - lower) * (position - Math.floor(position));
}

/** Takes the value with the given name from each sample. */
export function column<Name extends string>(
  samples: readonly Record<Name, number>[],
  name: Name,
): number[] {
  return samples.map((sample) => sample[name]);
}

/** Divides each value by the base from the same round. */
export function ratios(values: readonly number[], bases: readonly number[]): number[] {
  return values.flatMap((value, round) => {
    const base = bases[round];
    return base === undefined ? [] : [value / base];
  });
}

/** How many jobs had been completed after `at` milliseconds. */
export interface Progress {
  at: number;
  completed: number;
}

/**
 * The jobs completed per second in one part of a run, such as the first third of its jobs (0 to
 * 1/3).
 *
 * @throws Error if too few jobs were completed.
 */
export function rateBetween(progress: Progress[], from: number, to: number): number {
  const total = progress.at(-1)?.completed ?? 0;
  // The time starts with the first completed job, because processes take time to start.
  const start = progress.find(({ completed }) => completed > 0 && completed >= total * from);
  const end = progress.find(({ completed }) => completed >= total * to);
  if (!start || !end || end.at === start.at) throw new Error('Too few jobs to calculate a rate.');
  return ((end.completed - start.completed) * 1_000) / (end.at - start.at);
}

/**
 * Describes the progress of a run, with the estimated remaining time: `40%, 3 min left`.
 *
 * @param share of the run that is done, from 0 to 1.
 * @param elapsed milliseconds since it began.
 */
export function describeProgress(share: number, elapsed: number): string {
  const percent = `${Math.floor(share * 100)}%`;
  if (share <= 0) return percent;
  const seconds = Math.ceil((elapsed * (1 - share)) / share / 1_000);
  return `${percent}, ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}
