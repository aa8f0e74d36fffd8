import * as z from 'zod';

import { notificationKinds } from '../../contract/jobs.ts';
import { releaseSubmission as release } from '../../storage/release-submission.ts';
import { defineCommand } from '../command.ts';
import { enqueueNotification } from '../enqueue-notification.ts';
import { CommandError } from '../errors.ts';
import { findOne, oneSubmissionOptions } from '../find-one.ts';

export const releaseSubmission = defineCommand({
  usage: 'submissions -- release REFERENCE|ID',
  summary: 'takes an enquiry out of quarantine: it is kept, and both its mails leave',
  options: z.strictObject(oneSubmissionOptions),
  async run(context, options, positionals) {
    const database = await context.database();
    const found = await findOne(database, options, positionals);
    // Reached first: what is released with nobody to send its mails would wait for the sweeper.
    await context.redis();
    if (!(await release(database, found, context.config.retentionMonths))) {
      throw new CommandError(`${found.reference} is not in quarantine: it is ${found.status}.`);
    }
    for (const kind of notificationKinds) await enqueueNotification(context, found._id, kind);
    await context.audit({ action: 'release-submission', subject: { ids: [found._id] } });
    context.terminal.note(`${found.reference} was released; both its mails are on their way.`);
  },
});
