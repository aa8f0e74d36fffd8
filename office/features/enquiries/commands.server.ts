import * as z from 'zod';

import { notificationKinds } from '../../../contract/notifications.ts';
import { submissionStatuses } from '../../../contract/submission-view.ts';
import { endMoment, firstMoment } from '../../days.ts';
import type { SubmissionFilter } from '../../../storage/search-submissions.ts';
import { resendNotifications } from './emails.server.ts';
import { listSubmissions } from './find-submissions.server.ts';
import { openSubmission } from './open-submission.server.ts';
import {
  defineCommand,
  flagOption,
  given,
  limitOption,
  textOption,
  type CommandContext,
} from '../../terminal/command.ts';
import { usernameOf } from '../../server/task.ts';
import { outputOptions, outputUsage, writeResult, writeRows } from '../../terminal/output.ts';
import { UsageError } from '../../terminal/read-arguments.ts';
import { resendFailed } from './resend-command.server.ts';
import { filterOf, listNames } from './state.ts';
import { nameOptions, readName } from './submission-names.server.ts';
import { letterOf, submissionView } from './print-submission.server.ts';

/** The options by which submissions are chosen. */
const filterOptions = z.object({
  email: textOption.optional(),
  in: z.enum(listNames, `must be ${listNames.join(', ')}`).optional(),
  status: z.enum(submissionStatuses, `must be ${submissionStatuses.join(', ')}`).optional(),
  from: firstMoment.optional(),
  to: endMoment.optional(),
  search: textOption.max(200, 'must be at most 200 characters long').optional(),
});

const filterUsage =
  '[--in LIST] [--email ADDRESS] [--status STATUS] [--from DAY] [--to DAY] [--search TEXT]';

/** What follows `npm run submissions --` and is about enquiries. */
export const submissionCommands = {
  list: defineCommand({
    usage: `submissions -- list ${filterUsage} [--limit 50] ${outputUsage}`,
    summary: 'lists enquiries, newest first',
    action: 'enquiry.list',
    options: filterOptions.extend({ ...outputOptions.shape, limit: limitOption(10_000, 50) }),
    async run(context, { limit, ...options }) {
      const found = await listSubmissions(context, { filter: filterFrom(context, options), limit });
      await writeRows(context.terminal, submissionView, found, options);
    },
  }),

  show: defineCommand({
    usage: `submissions -- show REFERENCE|ID ${outputUsage}`,
    summary: 'shows one enquiry in full',
    action: 'enquiry.open',
    options: outputOptions.extend(nameOptions),
    read: (options, words) => ({ name: readName(options, words), options }),
    async run(context, { name, options }) {
      const { format = 'table', out } = options;
      const found = await openSubmission(context, name);
      if (format === 'table') await writeResult(context.terminal, out, [letterOf(found)]);
      else await writeRows(context.terminal, submissionView, { rows: [found] }, options);
    },
  }),

  export: defineCommand({
    usage: `submissions -- export ${filterUsage} ${outputUsage}`,
    summary: 'writes every field of all enquiries, as CSV unless told otherwise',
    action: 'enquiry.export',
    options: filterOptions.extend(outputOptions.shape),
    async run(context, { format = 'csv', ...options }) {
      const search = { action: 'enquiry.export', limit: Infinity } as const;
      const found = await listSubmissions(context, {
        ...search,
        filter: filterFrom(context, options),
      });
      await writeRows(context.terminal, submissionView, found, { ...options, format });
    },
  }),

  resend: defineCommand({
    usage: `submissions -- resend REFERENCE|ID|--failed [--kind ${notificationKinds.join('|')}] [--yes]`,
    summary:
      'sends mails again that have failed; with --failed lists all, and with --yes sends them',
    action: 'enquiry.resend',
    options: z.object({
      ...nameOptions,
      kind: z.enum(notificationKinds, `must be ${notificationKinds.join(' or ')}`).optional(),
      failed: flagOption,
      yes: flagOption,
    }),
    read({ kind, failed, yes, ...options }, words) {
      const kinds = kind && [kind];
      const named = [...words, ...Object.values(options)].some((name) => name !== undefined);
      if (failed && named) throw new UsageError('Name one enquiry, or ask for --failed.');
      if (yes && !failed) throw new UsageError('--yes goes with --failed.');
      return { kinds, yes, name: failed ? undefined : readName(options, words) };
    },
    async run(context, { name, kinds, yes }) {
      if (!name) return resendFailed(context, kinds, yes);
      const { reference, resent } = await resendNotifications(context, name, kinds);
      context.terminal.note(`${reference}: queued again: ${resent.join(' and ')}.`);
    },
  }),
};

function filterFrom(
  { actor }: CommandContext,
  { in: list, search: text, email, status, from, to }: z.infer<typeof filterOptions>,
): SubmissionFilter {
  const inList = list ? filterOf(list, usernameOf(actor)) : {};
  return { ...inList, ...given({ email, status, from, to, text }) };
}
