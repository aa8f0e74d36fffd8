import { isDeepStrictEqual } from 'node:util';

import { contactFieldNames } from '../../contract/contact-fields.ts';
import type { Sent } from './clients.ts';
import type { Drain, Recovery } from './faults.ts';
import { victims, type Victim } from './fleet.ts';
import type { StaffReply } from './staff.ts';

export interface StoredSubmission {
  _id: string;
  reference: string;
  email: string;
  notifications: Record<string, { status: string }>;
  [field: string]: unknown;
}

/** What a run left behind. The maps count how often the mail server took each Message-ID. */
export interface Outcome {
  sent: Sent[];
  stored: StoredSubmission[];
  replies: StaffReply[];
  mails: ReadonlyMap<string, number>;
  /** The mails that the server took, but never confirmed. */
  unconfirmed: ReadonlyMap<string, number>;
  recoveries: Recovery[];
  drain: Drain;
}

const automaticKinds = ['staff', 'acknowledgement'];
// The faults that can prevent a sent email from being recorded as sent.
const interrupters: Victim[] = ['worker', 'smtp', 'redis', 'mongodb', 'slow-smtp'];

/** Compares the accepted enquiries and replies with the stored documents and delivered emails. */
export function judge(outcome: Outcome) {
  const { sent, stored, replies, mails, unconfirmed, recoveries, drain } = outcome;
  const byEmail = groupByEmail(stored);
  const documentsOf = ({ enquiry }: Sent) => byEmail.get(enquiry.email) ?? [];
  const acknowledged = sent.filter(({ reference }) => reference !== undefined);
  const emails = stored.flatMap(({ _id, notifications }) =>
    automaticKinds.map((kind) => ({
      copies: copiesOf(mails, `${_id}.${kind}`),
      isWithheld: notifications[kind]?.status === 'withheld',
    })),
  );
  const wanted = emails.filter(({ isWithheld }) => !isWithheld);
  const replyCopies = replies.map(({ submissionId, replyId }) => {
    const id = `${submissionId}.reply-${replyId.slice(0, 8)}`;
    return { all: copiesOf(mails, id), unconfirmed: copiesOf(unconfirmed, id) };
  });
  const counts = {
    'enquiries sent': sent.length,
    'acknowledged (202)': acknowledged.length,
    stored: stored.length,
    lost: acknowledged.filter((enquiry) => documentsOf(enquiry).length === 0).length,
    'stored twice': [...byEmail.values()].filter((documents) => documents.length > 1).length,
    altered: acknowledged.filter((enquiry) =>
      documentsOf(enquiry).some((document) => isAltered(enquiry, document)),
    ).length,
    'emails withheld': emails.length - wanted.length,
    'emails missing': wanted.filter(({ copies }) => copies === 0).length,
    'emails sent again': wanted.reduce((sum, { copies }) => sum + Math.max(0, copies - 1), 0),
    'most copies of one email': Math.max(0, ...emails.map(({ copies }) => copies)),
    'replies acknowledged': replies.length,
    'replies lost': replyCopies.filter(({ all }) => all === 0).length,
    'replies sent twice': replyCopies.filter((copies) => copies.all - copies.unconfirmed > 1)
      .length,
    'jobs failed': drain.failed,
  };
  const interruptions = recoveries.filter(({ victim }) => interrupters.includes(victim)).length;
  const lostAnswers = [...unconfirmed.values()].reduce((sum, count) => sum + count, 0);
  const mustBeNone = [
    counts.lost,
    counts['stored twice'],
    counts.altered,
    counts['emails missing'],
    counts['replies lost'],
    counts['replies sent twice'],
    counts['jobs failed'],
  ];
  const isClean =
    mustBeNone.every((count) => count === 0) &&
    acknowledged.length === sent.length &&
    drain.isDrained &&
    // Each fault of a worker or a store can cost one email's record of having been sent.
    counts['emails sent again'] <= interruptions + lostAnswers &&
    counts['most copies of one email'] <= 3;
  return { counts, isClean };
}

/** How often the mail server took the email with this part before the @ of its Message-ID. */
function copiesOf(mails: ReadonlyMap<string, number>, id: string): number {
  return mails.get(`<${id}@example.co.za>`) ?? 0;
}

// Node 20 has no Map.groupBy.
function groupByEmail(stored: StoredSubmission[]): Map<string, StoredSubmission[]> {
  const groups = new Map<string, StoredSubmission[]>();
  for (const document of stored) {
    groups.set(document.email, [...(groups.get(document.email) ?? []), document]);
  }
  return groups;
}

function isAltered({ enquiry, reference }: Sent, document: StoredSubmission): boolean {
  if (document.reference !== reference) return true;
  return contactFieldNames.some((name) => !isDeepStrictEqual(document[name], enquiry[name]));
}

/** Formats a run as lines, the last of which is the verdict. */
export function formatReport(title: string, outcome: Outcome): string {
  const { counts, isClean } = judge(outcome);
  const { drain, recoveries } = outcome;
  const lines = Object.entries(counts).map(([name, count]) => row(name, String(count)));
  const drained = drain.isDrained ? seconds(drain.took) : 'never';
  const recovered = victims.map((victim) => row(victim, describe(recoveries, victim)));
  const verdict = isClean ? 'Nothing lost, nothing twice.' : 'FAILED';
  return [title, '', ...lines, row('drained in', drained), ...recovered, '', verdict].join('\n');
}

function row(name: string, value: string): string {
  return `${name.padEnd(26)}${value}`;
}

function describe(recoveries: Recovery[], of: Victim): string {
  const times = recoveries.filter(({ victim }) => victim === of).map(({ took }) => took);
  const longest = Math.max(0, ...times);
  return `${times.length} times${times.length > 0 ? `, ready again in ${seconds(longest)} at most` : ''}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
