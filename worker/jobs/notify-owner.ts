import type { Job } from 'bullmq';

import { notifyOwnerJob, undoableFor } from '../../contract/jobs.ts';
import { addDays, isWorkingDay } from '../../contract/working-days.ts';
import { momentOf } from '../../contract/time.ts';
import { reasonOf } from '../../platform/reason.ts';
import {
  findAssignments,
  findOwnersToNotify,
  markOwnerNotified,
  type Assignment,
} from '../../storage/assignments.ts';
import { listAccounts, type Account } from '../../storage/users.ts';
import type { WorkerContext } from '../context.ts';
import { assignmentMail } from '../mail/assignment.ts';
import { isLastAttempt, parsePayload } from '../process-job.ts';
import { digestDay } from './send-digest.ts';

/** The South African time of daily assignment emails if the digest is off. */
const usualTime = '07:30';

type Context = Pick<WorkerContext, 'clock' | 'config' | 'database' | 'queues'>;

/**
 * Queues an email to each colleague with assignments that are due, at most one per colleague at a
 * time. Marks colleagues who get no emails as notified. While MongoDB or Redis is down, does
 * nothing.
 */
export async function queueAssignments(context: Context): Promise<void> {
  const { config, database, queues } = context;
  if (!config.officeUrl) return;
  try {
    const owners = await findOwnersToNotify(database);
    if (owners.length === 0) return;
    const accounts = await listAccounts(database);
    for (const owner of owners) {
      const account = accounts.find(({ username }) => username === owner);
      if (!account || !isReachable(account)) {
        await markOwnerNotified(database, owner, new Date((await context.clock()).now));
      } else if ((await findDue(context, account)).assigned.length > 0) {
        const { name, policy } = notifyOwnerJob;
        // Unlike a job id, a deduplication id is free again when the job fails for good.
        const deduplication = { id: `assigned-${account.id}` };
        await queues.maintenance.add(name, { account: account.id }, { ...policy, deduplication });
      }
    }
  } catch (error) {
    if (reasonOf(error) === undefined) throw error;
  }
}

/** Emails a colleague the enquiries that were assigned to them. */
export async function notifyOwner(context: WorkerContext, job: Job): Promise<void> {
  const { channels, config, database, logger } = context;
  const { account: id } = parsePayload(notifyOwnerJob.schema, job);
  const account = (await listAccounts(database)).find((each) => each.id === id);
  if (!account || !isReachable(account)) return;
  const { assigned, before } = await findDue(context, account);
  if (assigned.length === 0) return;
  const entry = { account: id, enquiries: assigned.length };
  try {
    await channels.mail.send(assignmentMail(account, assigned, config));
    logger.info(entry, 'assignments emailed');
  } catch (error) {
    const verdict = channels.mail.verdictOf(error);
    // An unconfirmed email is not sent again, because the desk lists its enquiries anyway.
    const isFinal = verdict === 'refused' || verdict === 'unconfirmed' || isLastAttempt(job);
    if (!isFinal) throw error;
    logger.warn({ ...entry, err: error }, 'assignments not emailed');
  }
  const ids = assigned.map(({ _id }) => _id);
  await markOwnerNotified(database, account.username, before, ids);
}

function isReachable({ email, assignmentEmails }: Account): boolean {
  return email !== '' && assignmentEmails !== 'never';
}

/** The assignments to email to a person now, and the time before which they were made. */
async function findDue(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  { username, assignmentEmails }: Account,
): Promise<{ assigned: Assignment[]; before: Date }> {
  const { now } = await clock();
  const before =
    assignmentEmails === 'daily'
      ? lastMorning(now, config.digest.at ?? usualTime)
      : new Date(now - undoableFor);
  return { assigned: await findAssignments(database, username, before), before };
}

/** When it was last `at` on a working day. `at` is a South African time such as `07:30`. */
function lastMorning(now: number, at: string): Date {
  let day = digestDay(now, at);
  while (!isWorkingDay(day)) day = addDays(day, -1);
  return momentOf(day, at);
}
