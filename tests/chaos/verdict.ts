import { isDeepStrictEqual } from 'node:util';

import { contactFieldNames } from '#contract/contact-fields.ts';
import type { Sent } from './clients.ts';
import type { Drain } from './faults.ts';

export interface StoredSubmission {
  _id: string;
  reference: string;
  email: string;
  notifications: Record<string, { status: string }>;
  [field: string]: unknown;
}

export interface Outcome {
  sent: Sent[];
  stored: StoredSubmission[];
  /** How often the mail server took each Message-ID. */
  mails: ReadonlyMap<string, number>;
  /** The number of faults, each of which can cost one email's record of having been sent. */
  faults: number;
  drain: Drain;
}

export function judge({ sent, stored, mails, faults, drain }: Outcome) {
  const acknowledged = sent.filter(({ reference }) => reference !== undefined);
  const documentsOf = ({ enquiry }: Sent) => stored.filter(({ email }) => email === enquiry.email);
  const emails = stored.flatMap(({ _id, notifications }) =>
    ['staff', 'acknowledgement']
      .filter((kind) => notifications[kind]?.status !== 'withheld')
      .map((kind) => mails.get(`<${_id}.${kind}@example.co.za>`) ?? 0),
  );
  const counts = {
    'enquiries sent': sent.length,
    'acknowledged (202)': acknowledged.length,
    stored: stored.length,
    lost: acknowledged.filter((enquiry) => documentsOf(enquiry).length === 0).length,
    'stored twice': acknowledged.filter((enquiry) => documentsOf(enquiry).length > 1).length,
    altered: acknowledged.filter((enquiry) =>
      documentsOf(enquiry).some((document) => isAltered(enquiry, document)),
    ).length,
    'emails missing': emails.filter((copies) => copies === 0).length,
    'emails sent again': emails.reduce((sum, copies) => sum + Math.max(0, copies - 1), 0),
    'jobs failed': drain.failed,
  };
  const mustBeNone = ['lost', 'stored twice', 'altered', 'emails missing', 'jobs failed'] as const;
  const isClean =
    mustBeNone.every((name) => counts[name] === 0) &&
    acknowledged.length === sent.length &&
    drain.isDrained &&
    counts['emails sent again'] <= faults;
  return { counts, isClean };
}

function isAltered({ enquiry, reference }: Sent, document: StoredSubmission): boolean {
  if (document.reference !== reference) return true;
  return contactFieldNames.some((name) => !isDeepStrictEqual(document[name], enquiry[name]));
}

export function formatReport(title: string, outcome: Outcome): string {
  const { counts, isClean } = judge(outcome);
  const { isDrained, took } = outcome.drain;
  const lines = Object.entries(counts).map(([name, count]) => `${name.padEnd(24)}${count}`);
  const drained = isDrained ? `drained in ${(took / 1_000).toFixed(1)} s` : 'never drained';
  return [title, ...lines, drained, isClean ? 'Nothing lost, nothing twice.' : 'FAILED'].join('\n');
}
