import { rm } from 'node:fs/promises';

import { notificationJobId, notificationKinds } from '../../contract/jobs.ts';
import { eraseSubmissions } from '../../storage/erase-submissions.ts';
import type { StaffContext } from '../context.ts';
import type { Traces } from './find-traces.ts';
import { removeJob } from './remove-jobs.ts';

export interface Erased {
  submissions: number;
  jobs: number;
  keys: number;
  mails: number;
}

/**
 * Deletes traces in the order in which one would make the next: the job that stores a submission,
 * the submission, the jobs that send its mails, the mails.
 */
export async function eraseTraces(context: StaffContext, traces: Traces): Promise<Erased> {
  const { terminal } = context;
  const database = await context.database();
  const { submissions, notifications } = await context.queues();
  const redis = await context.redis();
  let jobs = 0;

  for (const [index, id] of traces.ids.entries()) {
    terminal.progress(`Submission jobs: ${index} of ${traces.ids.length} …`);
    if (await removeJob(submissions, id)) jobs += 1;
  }
  terminal.progress('MongoDB: deleting …');
  const erased = await eraseSubmissions(database, traces.ids);
  for (const [index, id] of traces.ids.entries()) {
    terminal.progress(`Mail jobs: ${index} of ${traces.ids.length} …`);
    for (const kind of notificationKinds) {
      if (await removeJob(notifications, notificationJobId(id, kind))) jobs += 1;
    }
  }
  const { keys } = traces.redis;
  if (keys.length > 0) await redis.del(keys);
  for (const { file } of traces.mails) await rm(file, { force: true });
  return { submissions: erased, jobs, keys: keys.length, mails: traces.mails.length };
}
