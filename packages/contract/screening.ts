import * as z from 'zod/mini';

import { emailAddress } from './contact-fields.ts';

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

/**
 * The Redis key of the copy of the firm's block list, which the API reads: a JSON array of email
 * addresses, domains with their subdomains, and phrases. The list itself is in MongoDB.
 */
export function blockListKey(queuePrefix: string): string {
  return `${queuePrefix}:block-list`;
}

/** Whether an entry is an email address. Entries are in lower case. */
export function isAddress(text: string): boolean {
  return emailAddress.test(text);
}

/** Whether an entry is a domain rather than an address or a phrase. */
export function isDomain(text: string): boolean {
  return /^[^\s@]+\.[^\s@]+$/.test(text);
}

/**
 * Extracts the domain from a host, a URL or an email address, in ASCII and without `www.`.
 * Undefined if the text is none of these.
 */
export function domainIn(text: string): string | undefined {
  const url = `http://${text.replace(/^https?:\/\//i, '')}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\.|\.$/g, '') : undefined;
}
