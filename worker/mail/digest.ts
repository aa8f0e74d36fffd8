import type { DigestCounts } from '../../storage/digest.ts';
import type { WorkerConfig } from '../config.ts';
import { htmlDocument, paragraph, type MailMessage } from './message.ts';

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
  { mail, digest: { officeUrl } }: Pick<WorkerConfig, 'mail' | 'digest'>,
): MailMessage {
  const lines = linesOf(digest);
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
    html: htmlDocument(subject, [paragraph(...lines), paragraph(link)]),
  };
}

/** What stands for the digest of a day in the place of a submission's id. */
export function digestId(day: string): string {
  return `digest-${day}`;
}

function linesOf({ fresh = 0, unanswered = 0, held, bounced = 0, newlyHeld }: Digest): string[] {
  const heldInAll = held === undefined ? '' : `, ${held} in all`;
  const lines: [number, string][] = [
    [fresh, `New: ${fresh}`],
    [unanswered, `Not answered for more than a working day: ${unanswered}`],
    [newlyHeld, `Newly held as spam: ${newlyHeld}${heldInAll}`],
    [bounced, `Mail bounced: ${bounced}`],
  ];
  return lines.filter(([count]) => count > 0).map(([, line]) => line);
}
