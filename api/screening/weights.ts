/** At this score an enquiry is kept for staff to decide on, and no mail is sent. */
export const quarantineScore = 5;

/**
 * How much each sign of a machine counts. One that an honest visitor may well show counts little;
 * only what no honest visitor does reaches the score by itself.
 */
export const weights = {
  'filled-trap': 6,

  'no-token': 1,
  'forged-token': 2,
  'old-token': 1,
  'too-fast': 2,

  'link-in-name': 5,
  'link-in-organisation': 2,
  'several-links': 1,
  'many-links': 4,
  'little-but-links': 3,
  'shortened-link': 3,
  'html-link': 5,
  'bbcode-link': 5,
  'html-markup': 2,

  'spam-offer': 3,
  'several-spam-offers': 4,
  'random-name': 3,
  'same-text-in-fields': 3,
  'all-capitals': 2,
  'hidden-characters': 2,
} as const;

/** A code for staff and for counting; nothing of what was typed. */
export type Reason = keyof typeof weights;
