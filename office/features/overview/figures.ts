import type { Period } from './actions.ts';

/** Up to five ticks at round numbers, from 0 to at least `max`. */
export function ticksFor(max: number): number[] {
  const wanted = Math.max(max, 1) / 4;
  const power = Math.max(1, 10 ** Math.floor(Math.log10(wanted)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= wanted) ?? wanted;
  const count = Math.ceil(Math.max(max, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

const units: [milliseconds: number, name: string][] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** A duration, rounded to its largest unit: '3 days', '4 hours', 'under a minute'. */
export function durationWords(milliseconds: number): string {
  for (const [index, [size, name]] of units.entries()) {
    const [smaller] = units[index + 1] ?? [1];
    // Rounded first, so that 23 hours and 40 minutes are a day and not 24 hours.
    const rounded = Math.round(milliseconds / smaller) * smaller;
    const number = Math.round(rounded / size);
    if (rounded >= size) return `${number} ${number === 1 ? name : `${name}s`}`;
  }
  return 'under a minute';
}

/** Returns the smallest n with which labels do not overlap if only every nth one is shown. */
export function labelEvery(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}

/** Summarises a chart in one sentence. */
export function summaryOf(periods: readonly Period[], unit: string): string {
  const totals = periods.map(({ received, quarantined }) => received + quarantined);
  const all = totals.reduce((sum, total) => sum + total, 0);
  const max = Math.max(0, ...totals);
  const spam = periods.reduce((sum, period) => sum + period.quarantined, 0);
  const when = unit === 'day' ? 'on the busiest day' : `in the busiest ${unit}`;
  return `${all} in ${periods.length} ${unit}s, ${spam} of them spam; ${max} ${when}.`;
}
