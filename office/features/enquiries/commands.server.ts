import * as z from 'zod';

import {
  notificationKinds,
  notifications,
  type NotificationKind,
} from '../../../contract/notifications.ts';
import { localTime } from '../../../contract/time.ts';
import { endMoment, firstMoment } from '../../days.ts';
import type { FailedNotification } from '../../../storage/notifications.ts';
import {
  listFailedNotifications,
  resendFailedNotifications,
  resendNotifications,
} from './emails.server.ts';
import { filterFor, listSubmissions } from './list-enquiries.server.ts';
import { openSubmission } from './open-submission.server.ts';
import { changeCommands } from './change-commands.server.ts';
import {
  defineCommand,
  flagOption,
  given,
  limitOption,
  textOption,
  type CommandContext,
  UsageError,
} from '../../terminal/command.ts';
import {
  outputOptions,
  outputUsage,
  writeResult,
  writeRows,
  type View,
} from '../../terminal/output.ts';
import { listNames } from './state.ts';
import { nameOptions, readName } from './submission-names.server.ts';
import { letterOf, submissionView } from './print-submission.server.ts';

const statuses = { accepted: 'accepted', spam: 'quarantined', 'not-spam': 'released' } as const;
const statusNames = Object.keys(statuses) as (keyof typeof statuses)[];

const listOptions = outputOptions.extend({
  email: textOption.optional(),
  in: z.enum(listNames, `must be ${listNames.join(', ')}`).optional(),
  status: z
    .enum(statusNames, `must be ${statusNames.join(', ')}`)
    .transform((name) => statuses[name])
    .optional(),
  from: firstMoment.optional(),
  to: endMoment.optional(),
  tag: textOption.optional(),
  search: textOption.max(200, 'must be at most 200 characters long').optional(),
});

const filterUsage = `[--in ${listNames.join('|')}] [--email ADDRESS] [--status ${statusNames.join('|')}] [--from DATE] [--to DATE] [--tag TAG] [--search TEXT]`;

export const submissionCommands = {
  list: defineCommand({
    usage: `submissions -- list ${filterUsage} [--limit 50] ${outputUsage}`,
    summary: 'lists enquiries, newest first',
    action: 'enquiry.list',
    options: listOptions.extend({ limit: limitOption(10_000, 50) }),
    run: (context, options) => writeList(context, 'enquiry.list', options),
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
    summary: 'exports enquiries with every field, by default as CSV',
    action: 'enquiry.export',
    options: listOptions,
    run: (context, { format = 'csv', ...options }) =>
      writeList(context, 'enquiry.export', { ...options, format }),
  }),

  resend: defineCommand({
    usage: `submissions -- resend REFERENCE|ID|--failed [--kind ${notificationKinds.join('|')}] [--yes]`,
    summary: 'resends failed emails; --failed lists them all, --failed --yes resends them all',
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
      if (failed && named) throw new UsageError('Give one reference or ID, or use --failed.');
      if (yes && !failed) throw new UsageError('--yes requires --failed.');
      return { kinds, yes, name: failed ? undefined : readName(options, words) };
    },
    async run(context, { name, kinds, yes }) {
      if (!name) return resendFailed(context, kinds, yes);
      const { reference, resent } = await resendNotifications(context, name, kinds);
      context.terminal.note(
        `${reference}, queued again: ${new Intl.ListFormat('en-ZA').format(resent.map((kind) => notifications[kind].phrase))}.`,
      );
    },
  }),

  ...changeCommands,
};

async function writeList(
  context: CommandContext,
  action: 'enquiry.list' | 'enquiry.export',
  { limit, ...options }: z.infer<typeof listOptions> & { limit?: number },
): Promise<void> {
  const { in: list, search, ...rest } = options;
  const { email, status, from, to, tag } = rest;
  const narrowed = given({ email, status, from, to, tag });
  const filter = { ...filterFor(context, list, search), ...narrowed };
  const found = await listSubmissions(context, action, filter, given({ limit }));
  await writeRows(context.terminal, submissionView, found, options);
}

const failedView: View<FailedNotification> = {
  names: ['failed email', 'failed emails'],
  table: [
    { title: 'Reference', whole: true, of: ({ reference }) => reference },
    { title: 'Email', of: ({ kind }) => notifications[kind].label },
    { title: 'Failed', whole: true, of: ({ failedAt }) => localTime(failedAt) },
    { title: 'Reason', of: ({ reason }) => reason },
  ],
};

async function resendFailed(
  context: CommandContext,
  kinds: readonly NotificationKind[] | undefined,
  yes: boolean,
): Promise<void> {
  const { terminal } = context;
  const failed = await listFailedNotifications(context, kinds);
  if (failed.length === 0) {
    terminal.note('No emails have failed.');
    return;
  }
  const rows = failed.map((each) => ({ _id: each.submissionId, ...each }));
  await writeRows(terminal, failedView, { rows, total: failed.length }, { bom: false });
  if (yes) {
    const resent = await resendFailedNotifications(context, failed);
    terminal.note(`Queued again: ${resent} ${resent === 1 ? 'email' : 'emails'}.`);
  } else {
    terminal.note('Nothing was sent. To resend them, add --yes.');
  }
}
