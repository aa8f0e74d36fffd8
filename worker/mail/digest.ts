import type { DigestCounts } from '../../storage/digest.ts';
import type { WorkerConfig } from '../config.ts';
import { button, countTable, letter } from './letter.ts';
import type { MailMessage } from './message.ts';

/** What a digest says: counts, of which `newlyHeld` has not been told before. */
export type Digest = Partial<DigestCounts> & { newlyHeld: number };

/** Whether there is anything to tell. What is held and was told of before is no news. */
export function isWorthTelling({ fresh = 0, unanswered = 0, bounced = 0, newlyHeld }: Digest) {
  return fresh + unanswered + bounced + newlyHeld > 0;
}

/** Tells staff how much waits for them, and where: it says nothing of any enquiry. */
export function digestMail(
  day: string,
  digest: Digest,
  { mail, company, digest: { officeUrl } }: Pick<WorkerConfig, 'mail' | 'company' | 'digest'>,
): MailMessage {
  const counts = countsOf(digest);
  const lines = counts.map(([count, label, further]) => `${label}: ${count}${further}`);
  const subject = `Enquiries: ${lines[0]?.toLowerCase() ?? ''}`;
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
        headline: 'What waits for you',
        parts: [
          countTable(counts.map(([count, label, further]) => [count, `${label}${further}`])),
          button(link, 'Open the enquiries'),
        ],
      },
      company,
    ),
  };
}

/** What stands for the digest of a day in the place of a submission's id. */
export function digestId(day: string): string {
  return `digest-${day}`;
}

function countsOf({ fresh = 0, unanswered = 0, held, bounced = 0, newlyHeld }: Digest) {
  const heldInAll = held === undefined ? '' : `, ${held} in all`;
  const counts: [count: number, label: string, further: string][] = [
    [fresh, 'New', ''],
    [unanswered, 'Not answered for more than a working day', ''],
    [newlyHeld, 'Newly held as spam', heldInAll],
    [bounced, 'Mail bounced', ''],
  ];
  return counts.filter(([count]) => count > 0);
}
