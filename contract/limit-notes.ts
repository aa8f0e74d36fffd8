/**
 * What the API leaves word of in Redis, for the doctor: that it held enquiries back because too many
 * came, or that a limit could not be counted for all processes together.
 */
export type LimitNote = 'held-back' | 'uncounted';

/** Minutes for which a note is kept. */
export const limitNoteMinutes = 15;

/** The key in Redis that is there while a note is kept. */
export function limitNoteKey(queuePrefix: string, note: LimitNote): string {
  return `${queuePrefix}:limits:${note}`;
}
