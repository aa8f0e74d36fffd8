import { isDeepStrictEqual } from 'node:util';

import { contactFieldNames } from '../../contract/contact-fields.ts';
import { notificationKinds } from '../../contract/notifications.ts';
import { addMonths } from '../../storage/submissions.ts';
import type { Sent } from './clients.ts';

/** Milliseconds. */
const longestRun = 12 * 3_600_000;

/** What a run looks at in MongoDB. */
export interface StoredSubmission {
  _id: string;
  reference: string;
  email: string;
  createdAt: Date;
  expiresAt: Date;
  [field: string]: unknown;
}

/** The comparison of what visitors were told with what is there. Every number is a count. */
export interface Verdict {
  sent: number;
  acknowledged: number;
  stored: number;
  /** Acknowledged, but not in MongoDB. */
  lost: number;
  /** Enquiries with more than one document. */
  storedTwice: number;
  /** Stored with other contents, or under another reference, than the visitor was told. */
  altered: number;
  /** Stored as of another time than that of the run, or not kept for two years from then on. */
  misdated: number;
  mailsMissing: number;
  mailsOnce: number;
  /** Messages beyond the first for the same submission and kind. */
  mailsRepeated: number;
}

/**
 * Compares the acknowledged enquiries with the stored documents and the mails that arrived.
 *
 * @param mails how often each Message-ID arrived.
 */
export function judge(
  sent: Sent[],
  stored: StoredSubmission[],
  mails: ReadonlyMap<string, number>,
): Verdict {
  const byEmail = groupByEmail(stored);
  const copies = countByLocalPart(mails);
  const acknowledged = sent.filter(({ reference }) => reference !== undefined);
  const found = acknowledged.map((one) => ({
    one,
    documents: byEmail.get(one.enquiry.email) ?? [],
  }));
  const arrivals = stored.flatMap(({ _id }) =>
    notificationKinds.map((kind) => copies.get(`${_id}.${kind}`) ?? 0),
  );
  return {
    sent: sent.length,
    acknowledged: acknowledged.length,
    stored: stored.length,
    lost: found.filter(({ documents }) => documents.length === 0).length,
    storedTwice: [...byEmail.values()].filter((documents) => documents.length > 1).length,
    altered: found.filter(({ one, documents }) =>
      documents.some((document) => differs(one, document)),
    ).length,
    misdated: stored.filter(isMisdated).length,
    mailsMissing: arrivals.filter((count) => count === 0).length,
    mailsOnce: arrivals.filter((count) => count === 1).length,
    mailsRepeated: arrivals.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
  };
}

function differs({ enquiry, reference }: Sent, document: StoredSubmission): boolean {
  if (document.reference !== reference) return true;
  return contactFieldNames.some((name) => !isDeepStrictEqual(document[name], enquiry[name]));
}

function isMisdated({ createdAt, expiresAt }: StoredSubmission): boolean {
  const now = new Date();
  const inTwoYears = addMonths(now, 24);
  return [createdAt.getTime() - now.getTime(), expiresAt.getTime() - inTwoYears.getTime()].some(
    (by) => Math.abs(by) > longestRun,
  );
}

function groupByEmail(stored: StoredSubmission[]): Map<string, StoredSubmission[]> {
  const groups = new Map<string, StoredSubmission[]>();
  for (const document of stored) {
    groups.set(document.email, [...(groups.get(document.email) ?? []), document]);
  }
  return groups;
}

/** From `<id.kind@domain>` to `id.kind`. */
function countByLocalPart(mails: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...mails].map(([id, count]) => [id.slice(1, id.indexOf('@')), count]));
}
