import type { DigestCounts } from '../../storage/digest.ts';
import type { WorkerConfig } from '../config.ts';
import { button, countTable, letter } from '../../design/letter/letter.ts';
import type { MailMessage } from './message.ts';

/** The counts of a digest; `newSpam` excludes spam that an earlier one reported. */
export type Digest = Partial<DigestCounts> & { newSpam: number };

/** Whether there is anything to report. Spam from earlier digests does not count. */
export function hasNews({ fresh = 0, unanswered = 0, bounced = 0, newSpam }: Digest) {
  return fresh + unanswered + bounced + newSpam > 0;
}

/** The daily digest for staff: counts and a link, no personal data. */
export function digestMail(
  day: string,
  digest: Digest,
  { mail, company, officeUrl }: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const counts = countsOf(digest);
  const lines = counts.map(([count, label]) => `${count} ${label}`);
  const [subject = ''] = lines;
  const link = `${officeUrl}/ops/enquiries`;
  return {
    submissionId: digestId(day),
    kind: 'staff',
    from: mail.from,
    to: mail.staff,
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: `${[...lines, '', link].join('\n')}\n`,
    html: letter(
      {
        title: subject,
        headline: "Today's summary",
        parts: [countTable(counts), button(link, 'View enquiries')],
      },
      company,
    ),
  };
}

/** The id of a day's digest, used in place of a submission's id. */
export function digestId(day: string): string {
  return `digest-${day}`;
}

function countsOf({ fresh = 0, unanswered = 0, spam, bounced = 0, newSpam }: Digest) {
  const total = spam === undefined ? '' : ` (${spam} in total)`;
  const enquiries = (count: number) => (count === 1 ? 'enquiry' : 'enquiries');
  const counts: [count: number, label: string][] = [
    [fresh, `new ${enquiries(fresh)}`],
    [unanswered, `${enquiries(unanswered)} unanswered for more than a working day`],
    [newSpam, `${enquiries(newSpam)} newly marked as spam${total}`],
    [bounced, bounced === 1 ? 'email bounced' : 'emails bounced'],
  ];
  return counts.filter(([count]) => count > 0);
}
