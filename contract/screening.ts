import * as z from 'zod/mini';

/**
 * What screening decided about an enquiry. Staff are notified of every enquiry that is not hidden.
 * A marked one is possible spam, and gets no acknowledgement. A hidden one is spam at the desk.
 */
export const verdicts = ['clean', 'marked', 'hidden'] as const;

export type Verdict = (typeof verdicts)[number];

export type Screening = { verdict: Verdict; score: number; reasons: string[] };

/** The reason for a filled-in hidden field. */
export const hiddenFieldReason = 'has text in a hidden field';

/** The beginnings of the reasons for a match of the block list. The rest quotes the list. */
export const blockListReason = {
  sender: 'comes from the blocked',
  mention: 'mentions the blocked',
  phrase: 'contains the blocked phrase',
} as const;

/** Reasons for the hidden field in 0.1.0 and in versions before the last release. */
const earlierReasons = [
  'filled-trap',
  'filled in a hidden field',
  'filled in a field that nobody sees',
];

/** Whether a reason is a fact that hides an enquiry, unlike a guess, which only marks it. */
export function isHidingReason(reason: string): boolean {
  return (
    [hiddenFieldReason, ...earlierReasons].includes(reason) ||
    Object.values(blockListReason).some((beginning) => reason.startsWith(beginning))
  );
}

const reasonsSchema = { score: z.number(), reasons: z.array(z.string()) };

/**
 * The screening of a queued enquiry. Also reads that of the last release, which hid enquiries by
 * guesses: those are marked instead.
 */
export const screeningSchema = z.union([
  z.object({ verdict: z.enum(verdicts), ...reasonsSchema }),
  z.pipe(
    z.object({ quarantined: z.boolean(), ...reasonsSchema }),
    z.transform(({ quarantined, ...kept }): Screening => {
      if (!quarantined) return { verdict: 'clean', ...kept };
      return { verdict: kept.reasons.some(isHidingReason) ? 'hidden' : 'marked', ...kept };
    }),
  ),
]);
