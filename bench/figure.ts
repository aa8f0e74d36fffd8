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
  target?: Target;
}

/** A figure reduced to what is reported. */
export interface Summary {
  name: string;
  unit: Unit;
  median: number;
  lowest: number;
  highest: number;
  target?: Target;
  /** Whether the median meets the target; absent without one. */
  met?: boolean;
}

export function figure(name: string, unit: Unit, samples: number[], target?: Target): Figure {
  return { name, unit, samples, ...(target ? { target } : {}) };
}

export function atLeast(value: number): Target {
  return { bound: 'at least', value };
}

export function atMost(value: number): Target {
  return { bound: 'at most', value };
}

/** Median, spread and verdict of a figure. */
export function summarize({ name, unit, samples, target }: Figure): Summary {
  const middle = median(samples);
  return {
    name,
    unit,
    median: middle,
    lowest: Math.min(...samples),
    highest: Math.max(...samples),
    ...(target ? { target, met: meets(middle, target) } : {}),
  };
}

function meets(value: number, { bound, value: limit }: Target): boolean {
  return bound === 'at least' ? value >= limit : value <= limit;
}
