import { overdueBefore, replyTargetOf } from '#contract/reply-target.ts';
import { localDay, momentOf } from '#contract/time.ts';
import { addWorkingDays, dueSoonDays, isWorkingDay } from '#contract/working-days.ts';
import { button, countTable } from '#design/letter/letter.ts';
import {
  countDueRequests,
  countForDigest,
  findUnreportedSpam,
  type DigestCounts,
} from '#storage/digest.ts';
import type { WorkerConfig } from '../config.ts';
import { composeLetter, type MailMessage } from '../mail/mailer.ts';
import type { WorkerContext } from '../worker.ts';
import { sendOnce } from './summary.ts';

/** Sends a working day's digest once it is due. MongoDB records the day, so it is sent once. */
export async function sendDigest(context: WorkerContext): Promise<void> {
  const { config, database } = context;
  const { company, digestAt } = config;
  const now = Date.now();
  const day = localDay(now);
  if (digestAt === undefined || now < momentOf(day, digestAt).getTime()) return;
  const settings = database.collection<LastDigest>('settings');
  const lastDigest = await settings.findOne({ _id: 'digest' });
  if (lastDigest?.day === day || !isWorkingDay(day, company.closedOn)) return;
  const dayBefore = momentOf(addWorkingDays(day, -1, company.closedOn), digestAt);
  const target = replyTargetOf(company);
  const { unanswered, ...counts } = await countForDigest(database, {
    unansweredFrom: target === undefined ? dayBefore : overdueBefore(now, target),
    failed: { since: lastDigest?.failuresUntil ?? dayBefore, until: new Date(now) },
    today: day,
  });
  const newSpam = await findUnreportedSpam(database);
  const digest: Digest = {
    ...counts,
    [target === undefined ? 'unanswered' : 'overdue']: unanswered,
    requests: await countDueRequests(database, now),
    newSpam: newSpam.length,
  };
  const hasNews = countsOf(digest).length > 0;
  if (hasNews && !(await sendOnce(context, digestMail(day, digest, config)))) return;
  const [reportedAt, reported] = [new Date(now), { _id: { $in: newSpam } }];
  await database.enquiries().updateMany(reported, { $set: { reportedAt } });
  const sent = { $set: { day, failuresUntil: reportedAt } };
  await settings.updateOne({ _id: 'digest' }, sent, { upsert: true });
}

interface LastDigest {
  _id: 'digest';
  /** The day in South Africa, such as `2026-11-22`. */
  day: string;
  /** The time up to which digests have counted failed emails. */
  failuresUntil?: Date;
}

/** The counts of a digest; `newSpam` excludes spam that an earlier digest reported. */
type Digest = Partial<DigestCounts> & {
  newSpam: number;
  /** Enquiries past the promised reply time, if the firm promises one in working days. */
  overdue?: number;
  requests: { soon: number; overdue: number };
};

/** The daily digest for staff: counts and links, no personal data. */
export function digestMail(
  day: string,
  digest: Digest,
  config: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const counts = countsOf(digest);
  const lines = counts.map(([count, label]) => `${count} ${label}`);
  const deskUrl = `${config.officeUrl}/ops/enquiries`;
  const { soon, overdue } = digest.requests;
  const registerUrls = soon + overdue > 0 ? [`${config.officeUrl}/ops/people`] : [];
  return composeLetter(
    {
      submissionId: `digest-${day}`,
      subject: lines[0] ?? '',
      headline: 'Today’s summary',
      text: `${[...lines, '', deskUrl, ...registerUrls].join('\n')}\n`,
      parts: [
        countTable(counts),
        button(deskUrl, 'View enquiries'),
        ...registerUrls.map((url) => button(url, 'View requests')),
      ],
    },
    config,
  );
}

function countsOf(digest: Digest) {
  const { fresh = 0, unanswered = 0, overdue = 0, followUps = 0 } = digest;
  const { spam, marked = 0, bounced = 0, newSpam, requests } = digest;
  const total = spam === undefined ? '' : ` (${spam} in total)`;
  const enquiryWord = (count: number) => (count === 1 ? 'enquiry' : 'enquiries');
  const requestWord = (count: number) => (count === 1 ? 'request' : 'requests');
  const counts: [count: number, label: string][] = [
    [fresh, `new ${enquiryWord(fresh)}`],
    [unanswered, `${enquiryWord(unanswered)} unanswered for more than a working day`],
    [overdue, overdue === 1 ? 'reply overdue' : 'replies overdue'],
    [marked, `new ${enquiryWord(marked)} marked as possible spam`],
    [followUps, followUps === 1 ? 'follow-up due' : 'follow-ups due'],
    [newSpam, `${enquiryWord(newSpam)} newly marked as spam${total}`],
    [bounced, `${enquiryWord(bounced)} with failed emails`],
    [requests.overdue, `data subject ${requestWord(requests.overdue)} overdue`],
    [requests.soon, `data subject ${requestWord(requests.soon)} due within ${dueSoonDays} days`],
  ];
  return counts.filter(([count]) => count > 0);
}
