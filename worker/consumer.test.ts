import { describe, expect, it } from 'vitest';

import {
  promotionLimit,
  retryDelays,
  sendNotificationJob,
  storeSubmissionJob,
} from '../contract/jobs.ts';
import { retryDelay } from './consumer.ts';

describe('retryDelay', () => {
  it('doubles up to the maximum', () => {
    const delays = [1, 2, 3, 9, 10, 400, 2_500].map((attempt) => retryDelay(attempt, 0));
    expect(delays).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000, 300_000]);
  });

  it('stays within the jitter', () => {
    expect(retryDelay(1, 1)).toBe(retryDelays.first * (1 - retryDelays.jitter));
    for (let attempt = 1; attempt < 20; attempt += 1) {
      const delay = retryDelay(attempt);
      expect(delay).toBeLessThanOrEqual(retryDelay(attempt, 0));
      expect(delay).toBeGreaterThanOrEqual(retryDelay(attempt, 1));
    }
  });

  it.each([
    [6 * 24, storeSubmissionJob],
    [24, sendNotificationJob],
  ])('retries for at least %i hours, even if MongoDB reconnects often', (hours, { policy }) => {
    const promoted = promotionLimit.times * ((hours * 3_600_000) / promotionLimit.within + 1);
    const retries = Array.from({ length: policy.attempts - 1 - promoted }, (_, index) => index + 1);
    const shortest = retries.reduce((sum, attempt) => sum + retryDelay(attempt, 1), 0);
    expect(shortest).toBeGreaterThan(hours * 3_600_000);
  });
});
