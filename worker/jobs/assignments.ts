import { undoableFor } from '../../contract/jobs.ts';
import { localDay, momentOf } from '../../contract/time.ts';
import { addDays, isWorkingDay } from '../../contract/working-days.ts';
import {
  findAssignments,
  findColleague,
  findOwnersToNotify,
  markOwnerNotified,
} from '../../storage/assignments.ts';
import { assignmentMail } from '../mail/assignment.ts';
import { isRefusal } from '../mail/smtp.ts';
import type { WorkerContext } from '../worker.ts';
import { sendOnce } from './summary.ts';

/** The South African time of daily assignment emails if the digest is off. */
const usualTime = '07:30';

/** Emails each colleague the enquiries that others have assigned to them, if any are due. */
export async function sendAssignments(context: WorkerContext): Promise<void> {
  for (const username of await findOwnersToNotify(context.database)) {
    await sendTo(context, username).catch((error: unknown) => {
      context.logger.info({ err: error }, 'assignments will be emailed later');
    });
  }
}

async function sendTo(context: WorkerContext, username: string): Promise<void> {
  const { config, database, logger } = context;
  const now = Date.now();
  const user = await findColleague(database, username);
  if (!user?.email || user.assignmentEmails === 'never') {
    await markOwnerNotified(database, username, new Date(now));
    return;
  }
  const isDaily = user.assignmentEmails === 'daily';
  const before = isDaily ? lastMorning(now, config) : now - undoableFor;
  const assigned = await findAssignments(database, username, new Date(before));
  if (assigned.length === 0) return;
  try {
    const email = assignmentMail(
      { name: user.name ?? username, email: user.email },
      assigned,
      config,
    );
    if (!(await sendOnce(context, email))) return;
    logger.info({ account: user._id, enquiries: assigned.length }, 'assignments emailed');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn({ account: user._id, err: error }, 'assignments not emailed');
  }
  const ids = assigned.map(({ _id }) => _id);
  await markOwnerNotified(database, username, new Date(before), ids);
}

/** When it was last the time of the digest on a working day. */
function lastMorning(
  now: number,
  { company, digestAt: at = usualTime }: WorkerContext['config'],
): number {
  let day = localDay(now);
  if (now < momentOf(day, at).getTime()) day = addDays(day, -1);
  while (!isWorkingDay(day, company.closedOn)) day = addDays(day, -1);
  return momentOf(day, at).getTime();
}
