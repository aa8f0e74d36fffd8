import { createHash } from 'node:crypto';

import { undoableFor } from '#contract/jobs.ts';
import { localDay, momentOf } from '#contract/time.ts';
import { addWorkingDays, isWorkingDay } from '#contract/working-days.ts';
import { button, link, paragraph, smallPrint } from '#design/letter/letter.ts';
import {
  findAssignments,
  findColleague,
  findOwnersToNotify,
  markOwnerNotified,
  type Assignment,
} from '#storage/notifications.ts';
import type { Account } from '#storage/users.ts';
import type { WorkerConfig } from '../config.ts';
import { composeLetter, type MailMessage } from '../mail/mailer.ts';
import type { WorkerContext } from '../worker.ts';
import { sendOnce } from './summary.ts';

/** Emails colleagues the enquiries that others have assigned to them, if any are due. */
export async function sendAssignments(context: WorkerContext): Promise<void> {
  const { config, database } = context;
  for (const username of await findOwnersToNotify(database)) {
    const now = Date.now();
    const user = await findColleague(database, username);
    if (!user?.email || user.assignmentEmails === 'never') {
      await markOwnerNotified(database, username, new Date(now));
      continue;
    }
    const isDaily = user.assignmentEmails === 'daily';
    const before = new Date(isDaily ? lastMorning(now, config) : now - undoableFor);
    const assigned = await findAssignments(database, username, before);
    if (assigned.length === 0) continue;
    const recipient = { name: user.name || username, email: user.email };
    if (!(await sendOnce(context, assignmentMail(recipient, assigned, config)))) continue;
    const ids = assigned.map(({ _id }) => _id);
    await markOwnerNotified(database, username, before, ids);
  }
}

/** When it was last the time of the digest on a working day. */
function lastMorning(
  now: number,
  { company, digestAt: at = '07:30' }: WorkerContext['config'],
): number {
  const today = localDay(now);
  const isPast = isWorkingDay(today, company.closedOn) && now >= momentOf(today, at).getTime();
  const day = isPast ? today : addWorkingDays(today, -1, company.closedOn);
  return momentOf(day, at).getTime();
}

/** Tells a person which enquiries were assigned to them, without personal data of visitors. */
export function assignmentMail(
  { name, email }: Pick<Account, 'name' | 'email'>,
  assigned: readonly Assignment[],
  config: Pick<WorkerConfig, 'mail' | 'company' | 'officeUrl'>,
): MailMessage {
  const { officeUrl } = config;
  const page = (reference: string) => `${officeUrl}/ops/enquiries/${reference}`;
  const [first] = assigned;
  const isOne = first !== undefined && assigned.length === 1;
  const subject = isOne
    ? `Enquiry ${first.reference} was assigned to you`
    : `${assigned.length} enquiries were assigned to you`;
  const lead = isOne
    ? 'A colleague assigned an enquiry to you.'
    : 'Colleagues assigned these enquiries to you.';
  const hint = 'To change or stop these emails, go to My account:';
  const account = `${officeUrl}/ops/account`;
  return composeLetter(
    {
      submissionId: `assigned-${digestOf(assigned)}`,
      to: [{ name, address: email }],
      subject,
      text: [
        lead,
        assigned.map(({ reference }) => `${reference}: ${page(reference)}`).join('\n'),
        `${hint} ${account}\n`,
      ].join('\n\n'),
      parts: [
        paragraph(lead),
        ...(isOne
          ? [button(page(first.reference), 'View enquiry')]
          : assigned.map(({ reference }) => paragraph(link(page(reference), reference)))),
      ],
      below: [smallPrint(hint, link(account, 'My account'))],
    },
    config,
  );
}

/** The same enquiries give the same Message-ID, so that mail clients show a retry once. */
function digestOf(assigned: readonly Assignment[]): string {
  const ids = assigned.map(({ _id, notifyOwner }) => `${_id} ${notifyOwner.toISOString()}`);
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 24);
}
