import { isDeepStrictEqual } from 'node:util';

import { contactFieldNames } from '../../contract/contact-fields.ts';
import { automaticKinds } from '../../contract/notifications.ts';
import { addMonths, quarantineDays } from '../../storage/submissions.ts';
import { localPart } from '../../worker/mail/message.ts';
import type { Moment } from '../charts/chaos-chart.ts';
import { formatTable, percentile } from '../figures.ts';
import type { Sent } from './clients.ts';
import { victims, type Drain, type Recovery, type Victim } from './faults.ts';
import type { ChaosOptions } from './options.ts';
import type { StaffReply } from './staff.ts';

/** The longest duration of a run in milliseconds. */
const longestRun = 12 * 3_600_000;

export interface StoredSubmission {
  _id: string;
  reference: string;
  status: string;
  email: string;
  createdAt: Date;
  expiresAt: Date;
  [field: string]: unknown;
}

type Verdict = ReturnType<typeof judge>;

/**
 * Compares the accepted enquiries with the stored documents and the delivered emails.
 *
 * @param mails the number of times that each Message-ID arrived.
 */
export function judge(
  sent: Sent[],
  stored: StoredSubmission[],
  mails: ReadonlyMap<string, number>,
) {
  const byEmail = new Map<string, StoredSubmission[]>();
  for (const document of stored) {
    byEmail.set(document.email, [...(byEmail.get(document.email) ?? []), document]);
  }
  const documentsOf = ({ enquiry }: Sent) => byEmail.get(enquiry.email) ?? [];
  const acknowledged = sent.filter(({ reference }) => reference !== undefined);
  const copies = byLocalPart(mails);
  const mailed = stored.filter((document) => !isQuarantined(document));
  const arrivals = mailed.flatMap(({ _id }) =>
    automaticKinds.map((kind) => copies.get(`${_id}.${kind}`) ?? 0),
  );
  const altered = acknowledged.filter((one) => documentsOf(one).some((it) => differs(one, it)));
  return {
    sent: sent.length,
    acknowledged: acknowledged.length,
    stored: stored.length,
    lost: acknowledged.filter((one) => documentsOf(one).length === 0).length,
    storedTwice: [...byEmail.values()].filter((documents) => documents.length > 1).length,
    altered: altered.length,
    /** Enquiries whose creation or expiry time is wrong by more than the longest run. */
    misdated: stored.filter(isMisdated).length,
    /** Quarantined enquiries, which cause no emails: random text can look like spam. */
    quarantined: stored.filter(isQuarantined).length,
    mailsMissing: arrivals.filter((count) => count === 0).length,
    mailsOnce: arrivals.filter((count) => count === 1).length,
    /** Emails beyond the first for the same enquiry and kind. */
    mailsRepeated: arrivals.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
    mostCopies: Math.max(0, ...arrivals),
  };
}

type ReplyVerdict = ReturnType<typeof judgeReplies>;

/**
 * Compares the acknowledged replies with the delivered emails.
 *
 * @param mails the number of times that each Message-ID arrived.
 * @param unconfirmed the number of times that the mail server did not confirm each Message-ID.
 */
export function judgeReplies(
  replies: readonly StaffReply[],
  mails: ReadonlyMap<string, number>,
  unconfirmed: ReadonlyMap<string, number>,
) {
  const [sent, unsure] = [byLocalPart(mails), byLocalPart(unconfirmed)];
  const judged = replies.map(({ isUndone, ...reply }) => {
    const id = localPart({ kind: 'reply', ...reply });
    const copies = sent.get(id) ?? 0;
    return { isUndone, copies, confirmed: copies - (unsure.get(id) ?? 0) };
  });
  const count = (matches: (reply: (typeof judged)[number]) => boolean) =>
    judged.filter(matches).length;
  return {
    acknowledged: judged.length,
    sent: count(({ copies }) => copies > 0),
    undone: count(({ isUndone }) => isUndone),
    sentTwice: count(({ confirmed }) => confirmed > 1),
    lost: count(({ isUndone, copies }) => !isUndone && copies === 0),
    undoneButSent: count(({ isUndone, copies }) => isUndone && copies > 0),
  };
}

/** Returns the counts with each Message-ID `<id.kind@domain>` shortened to `id.kind`. */
function byLocalPart(counts: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...counts].map(([id, count]) => [id.slice(1, id.indexOf('@')), count]));
}

function differs({ enquiry, reference }: Sent, document: StoredSubmission): boolean {
  if (document.reference !== reference) return true;
  return contactFieldNames.some((name) => !isDeepStrictEqual(document[name], enquiry[name]));
}

function isQuarantined({ status }: StoredSubmission): boolean {
  return status === 'quarantined';
}

function isMisdated(document: StoredSubmission): boolean {
  const now = Date.now();
  const inTwoYears = addMonths(new Date(now), 24).getTime();
  const expected = isQuarantined(document) ? now + quarantineDays * 86_400_000 : inTwoYears;
  const { createdAt, expiresAt } = document;
  const by = [createdAt.getTime() - now, expiresAt.getTime() - expected];
  return by.some((milliseconds) => Math.abs(milliseconds) > longestRun);
}

export interface ChaosResult {
  options: ChaosOptions;
  verdict: Verdict;
  replies: ReplyVerdict;
  recoveries: Recovery[];
  drain: Drain;
  retries: number;
  /** The number of emails that the mail server accepted but did not confirm. */
  unconfirmed: number;
  /** The duration of sending in milliseconds. */
  sending: number;
  moments: Moment[];
}

// The faults that can prevent a sent email from being recorded as sent.
const interrupters: Victim[] = ['worker', 'smtp'];

/**
 * Whether nothing was lost, duplicated, altered or left unfinished. Some duplicate emails are
 * allowed: one for each unconfirmed email, and one for each fault of a worker or the mail server,
 * which can prevent a sent email from being recorded. But an email must not arrive more than three
 * times, and a reply must not be sent again after the mail server confirmed it.
 */
export function isClean(result: ChaosResult): boolean {
  const { verdict, replies, drain, recoveries, unconfirmed } = result;
  const interruptions = recoveries.filter(({ victim }) => interrupters.includes(victim));
  return (
    verdict.lost + verdict.storedTwice + verdict.altered + verdict.misdated === 0 &&
    verdict.mailsMissing === 0 &&
    replies.lost + replies.sentTwice + replies.undoneButSent === 0 &&
    verdict.acknowledged === verdict.sent &&
    verdict.mailsRepeated <= interruptions.length + unconfirmed &&
    verdict.mostCopies <= 3 &&
    drain.drained &&
    drain.failed === 0
  );
}

/** Formats the result as a table. */
export function formatReport(result: ChaosResult): string {
  const { options, verdict, replies, drain, recoveries } = result;
  const rows = [
    ['enquiries sent', verdict.sent],
    ['acknowledged (202)', verdict.acknowledged],
    ['stored', verdict.stored],
    ['acknowledged but lost', verdict.lost],
    ['stored twice', verdict.storedTwice],
    ['contents or reference altered', verdict.altered],
    ['with an invalid time', verdict.misdated],
    ['quarantined as spam', verdict.quarantined],
    ['emails missing', verdict.mailsMissing],
    ['emails sent once', verdict.mailsOnce],
    ['emails sent more than once', verdict.mailsRepeated],
    ['emails not confirmed', result.unconfirmed],
    ['most copies of one email', verdict.mostCopies],
    ['replies acknowledged', replies.acknowledged],
    ['replies sent', replies.sent],
    ['replies undone', replies.undone],
    ['replies sent twice', replies.sentTwice],
    ['replies lost', replies.lost],
    ['replies undone but sent', replies.undoneButSent],
    ['jobs failed', drain.failed],
    ['client retries', result.retries],
    ['sending took', seconds(result.sending)],
    ['then drained in', drain.drained ? seconds(drain.took) : 'not drained'],
    ...victims.map((victim) => [victim, describeRecoveries(recoveries, victim)]),
  ];
  const { seed, submissions, kills } = options;
  const title = `seed ${seed}, ${submissions} enquiries, ${kills} faults`;
  const table = formatTable([['', ''], ...rows].map((row) => row.map(String)));
  return `${title}\n\n${table}\n\n${isClean(result) ? 'Nothing lost, nothing duplicated.' : 'FAILED'}`;
}

function describeRecoveries(recoveries: Recovery[], of: Victim): string {
  const times = recoveries.filter(({ victim }) => victim === of).map(({ took }) => took);
  if (times.length === 0) return '0 times';
  const [middle, longest] = [percentile(times, 50), Math.max(...times)];
  return `${times.length} times, recovered in ${seconds(middle)} (at most ${seconds(longest)})`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
