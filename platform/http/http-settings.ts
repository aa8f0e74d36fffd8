import * as z from 'zod';

const wholeNumber = z.coerce.number('must be a number').int('must be a whole number');

export const notNegative = wholeNumber.min(0, 'must not be negative');
export const atLeastOne = wholeNumber.min(1, 'must be at least 1');
// Timers hold no more than 24 days.
export const windowSeconds = atLeastOne.max(604_800, 'must be at most 604800, a week');

/** The settings that every process reads that answers requests. */
export const httpSettings = {
  /** How many proxies of ours stand in front; 0 when the process faces visitors itself. */
  TRUSTED_PROXY_HOPS: notNegative.default(0),
};
