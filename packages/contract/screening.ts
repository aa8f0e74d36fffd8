import * as z from 'zod/mini';

import { emailAddress } from './contact-fields.ts';

/** Staff are notified of all but hidden enquiries; only clean ones get an acknowledgement. */
export const verdicts = ['clean', 'marked', 'hidden'] as const;

export type Verdict = (typeof verdicts)[number];

export type Screening = { verdict: Verdict; score: number; reasons: string[] };

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

/** Also reads that of the last release, which hid enquiries by guesses: these are now marked. */
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

/** The API's copy: a JSON array of addresses, domains with their subdomains, and phrases. */
export function blockListKey(queuePrefix: string): string {
  return `${queuePrefix}:block-list`;
}

/** Whether an entry is an email address. Entries are in lower case. */
export function isAddress(text: string): boolean {
  return emailAddress.test(text);
}

export function isDomain(text: string): boolean {
  return /^[^\s@]+\.[^\s@]+$/.test(text);
}

/** The domain in a host, a URL or an email address, in ASCII and without `www.`; or undefined. */
export function domainIn(text: string): string | undefined {
  const url = `http://${text.replace(/^https?:\/\//i, '')}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\.|\.$/g, '') : undefined;
}
