/**
 * What the API leaves word of in Redis, for the doctor: that it held enquiries back because too many
 * came, or that a limit could not be counted for all processes together.
 */
export type LimitNote = 'held-back' | 'uncounted';

/**
 * Minutes for which a note is kept. That limits were not counted comes again while it lasts, and is
 * over soon after a Redis that was only restarted.
 */
export const limitNoteMinutes: Record<LimitNote, number> = { 'held-back': 15, uncounted: 2 };

/** The key in Redis that is there while a note is kept. */
export function limitNoteKey(queuePrefix: string, note: LimitNote): string {
  return `${queuePrefix}:limits:${note}`;
}
