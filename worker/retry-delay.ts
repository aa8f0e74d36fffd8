import { retryDelays } from '../contract/jobs.ts';

/**
 * Milliseconds to wait after the given number of failed attempts: doubling up to the longest
 * delay, less a share that chance takes away so that jobs that failed together spread out.
 * `chance` is between 0 and 1.
 */
export function retryDelay(attemptsMade: number, chance = Math.random()): number {
  const { first, longest, jitter } = retryDelays;
  const full = Math.min(first * 2 ** (attemptsMade - 1), longest);
  return Math.round(full * (1 - jitter * chance));
}
