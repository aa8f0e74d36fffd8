import { dueSoonDays } from '../../contract/working-days.ts';
import type { DigestCounts } from '../../storage/digest.ts';
import type { WorkerConfig } from '../config.ts';
import { button, countTable, letter } from '../../design/letter/letter.ts';
import type { MailMessage } from './mailer.ts';

/** The counts of a digest; `newSpam` excludes spam that an earlier digest reported. */
export type Digest = Partial<DigestCounts> & {
  newSpam: number;
  /** Enquiries past the promised reply time, if the firm promises one in working days. */
  overdue?: number;
  /** Open data subject requests that are due soon or overdue. */
  requests?: { soon: number; overdue: number };
};

/** Whether there is anything to report. Spam from earlier digests does not count. */
export function hasNews(digest: Digest): boolean {
  return countsOf(digest).length > 0;
}

/** The daily digest for staff: counts and links, no personal data. */
export function digestMail(
  day: string,
  digest: Digest,
  { mail, company, officeUrl }: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const counts = countsOf(digest);
  const lines = counts.map(([count, label]) => `${count} ${label}`);
  const [subject = ''] = lines;
  const link = `${officeUrl}/ops/enquiries`;
  const { soon, overdue } = digest.requests ?? noRequests;
  const register = soon + overdue > 0 ? [`${officeUrl}/ops/people`] : [];
  return {
    submissionId: digestId(day),
    kind: 'staff',
    from: mail.from,
    to: mail.staff,
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `${[...lines, '', link, ...register].join('\n')}\n`,
    html: letter(
      {
        title: subject,
        headline: 'Today’s summary',
        parts: [
          countTable(counts),
          button(link, 'View enquiries'),
          ...register.map((url) => button(url, 'View requests')),
        ],
      },
      company,
    ),
  };
}

/** The id of a day's digest, used in place of a submission's id. */
function digestId(day: string): string {
  return `digest-${day}`;
}

const noRequests = { soon: 0, overdue: 0 };

function countsOf(digest: Digest) {
  const { fresh = 0, unanswered = 0, overdue = 0, followUps = 0 } = digest;
  const { spam, marked = 0, bounced = 0, newSpam, requests = noRequests } = digest;
  const total = spam === undefined ? '' : ` (${spam} in total)`;
  const enquiries = (count: number) => (count === 1 ? 'enquiry' : 'enquiries');
  const asked = (count: number) => (count === 1 ? 'request' : 'requests');
  const counts: [count: number, label: string][] = [
    [fresh, `new ${enquiries(fresh)}`],
    [unanswered, `${enquiries(unanswered)} unanswered for more than a working day`],
    [overdue, overdue === 1 ? 'reply overdue' : 'replies overdue'],
    [marked, `new ${enquiries(marked)} marked as possible spam`],
    [followUps, followUps === 1 ? 'follow-up due' : 'follow-ups due'],
    [newSpam, `${enquiries(newSpam)} newly marked as spam${total}`],
    [bounced, `${enquiries(bounced)} with failed emails`],
    [requests.overdue, `data subject ${asked(requests.overdue)} overdue`],
    [requests.soon, `data subject ${asked(requests.soon)} due within ${dueSoonDays} days`],
  ];
  return counts.filter(([count]) => count > 0);
}
