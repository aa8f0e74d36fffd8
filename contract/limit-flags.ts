/**
 * Flags that the API sets in Redis for the doctor: `over-limit` if enquiries were quarantined
 * because too many arrived, `uncounted` if a limit could not be counted across processes.
 */
export type LimitFlag = 'over-limit' | 'uncounted';

/**
 * Minutes after which a flag expires. `uncounted` is set repeatedly while the problem lasts, so it
 * can expire soon after a brief restart of Redis.
 */
export const limitFlagMinutes: Record<LimitFlag, number> = { 'over-limit': 15, uncounted: 2 };

export function limitFlagKey(queuePrefix: string, flag: LimitFlag): string {
  return `${queuePrefix}:limits:${flag}`;
}
