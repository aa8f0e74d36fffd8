import * as z from 'zod';

import {
  notificationKinds,
  notifications,
  type NotificationKind,
} from '../../../contract/notifications.ts';
import { localTime } from '../../../contract/time.ts';
import { endMoment, firstMoment } from '../../days.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { FailedNotification } from '../../../storage/notifications.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import {
  listFailedNotifications,
  resendFailedNotifications,
  resendNotifications,
} from './emails.server.ts';
import { filterFor, listSubmissions } from './list-enquiries.server.ts';
import {
  findNamedSubmission,
  openSubmission,
  type SubmissionName,
} from './open-submission.server.ts';
import { makeChange, undoLastChange, type SubmissionVersion } from './change-state.server.ts';
import { actOf } from './acts.ts';
import {
  changeNames,
  maxTagLength,
  maxTextLength,
  tag as tagSchema,
  type ChangeName,
} from './changes.ts';
import { stateOfSubmission } from './describe-submission.server.ts';
import {
  defineCommand,
  flagOption,
  given,
  limitOption,
  textOption,
  type Command,
  type CommandContext,
  UsageError,
} from '../../terminal/command.ts';
import { usernameOf } from '../../server/task.ts';
import {
  outputOptions,
  outputUsage,
  writeResult,
  writeRows,
  type View,
} from '../../terminal/output.ts';
import { listNames, stateWords } from './state.ts';
import { nameOptions, readName, type NameOptions } from './submission-names.server.ts';
import { letterOf, submissionView } from './print-submission.server.ts';

/** The values of `--status`. */
const statuses = { accepted: 'accepted', spam: 'quarantined', 'not-spam': 'released' } as const;
const statusNames = Object.keys(statuses) as (keyof typeof statuses)[];

/** The options that select submissions and format the output. */
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

interface ChangeCommand {
  summary: string;
  /** The usage text of the options, without the reference or ID of the enquiry. */
  usage?: string;
  options?: z.ZodRawShape;
  /** Turns the options into the input of the change. If missing, the options are the input. */
  input?: (options: never, you: string) => object;
}

const writtenText = textOption.max(
  maxTextLength,
  `must be at most ${maxTextLength} characters long`,
);

const newTag = textOption.refine(
  (typed) => tagSchema.safeParse(typed).success,
  `must be a single line of at most ${maxTagLength} characters, without an email address`,
);

/** The command for each change; the compiler checks that none is missing. */
const changeCommands: Record<ChangeName, ChangeCommand> = {
  'enquiry.assign': {
    usage: '[--to USERNAME|--unassign]',
    summary: 'assigns an enquiry to you or to another account, or moves it back to New',
    options: { to: textOption.toLowerCase().optional(), unassign: flagOption },
    input({ to, unassign }: { to?: string; unassign: boolean }, you) {
      if (to !== undefined && unassign) throw new UsageError('Give either --to or --unassign.');
      return { owner: unassign ? null : (to ?? you) };
    },
  },
  'enquiry.close': { summary: 'closes an enquiry' },
  'enquiry.wait': {
    usage: '[--until DATE]',
    summary: 'marks an enquiry as waiting for a reply, optionally until a follow-up date',
    options: { until: z.iso.date('must be a date such as 2026-12-01').optional() },
    input: ({ until = null }: { until?: string | null }) => ({ followUp: until }),
  },
  'enquiry.answered': {
    usage: '[--on DATE]',
    summary:
      'records an answer by phone, in person or from your own email program; the date is today by default',
    options: { on: z.iso.date('must be a date such as 2026-12-01').optional() },
    input: ({ on = null }: { on?: string | null }) => ({ on }),
  },
  'enquiry.unanswered': { summary: 'removes the record of an answer' },
  'enquiry.resume': { summary: 'moves a waiting enquiry back to In progress' },
  'enquiry.reopen': { summary: 'reopens a closed enquiry' },
  'enquiry.tag': {
    usage: '[--add TAG] [--remove TAG]',
    summary: 'adds a tag to an enquiry, or removes one',
    options: { add: newTag.optional(), remove: textOption.optional() },
    input: ({ add, remove }: Record<'add' | 'remove', string | undefined>) => ({
      add: add === undefined ? [] : [add],
      remove: remove === undefined ? [] : [remove],
    }),
  },
  'enquiry.link': {
    usage: '--to REFERENCE',
    summary: 'links an enquiry to another',
    options: { to: textOption },
    input: ({ to }: { to: string }) => ({ reference: to }),
  },
  'enquiry.unlink': {
    usage: '--from REFERENCE',
    summary: 'removes the link between two enquiries',
    options: { from: textOption },
    input: ({ from }: { from: string }) => ({ references: [from] }),
  },
  'enquiry.note': {
    usage: '--text TEXT',
    summary: 'adds an internal note to an enquiry',
    options: { text: writtenText },
  },
  'enquiry.reply': {
    usage: '--text TEXT [--close]',
    summary: 'replies to the visitor by email, and optionally closes the enquiry',
    options: { text: writtenText, close: flagOption },
  },
  'enquiry.spam': { summary: 'marks an enquiry as spam' },
  'enquiry.not-spam': {
    summary: 'marks an enquiry as not spam: it is kept and its emails are sent',
  },
};

/** Creates the command for a change, and its name: `close` for `enquiry.close`. */
function commandOf(action: ChangeName): [string, Command] {
  const { summary, usage, options = {}, input = (given) => given } = changeCommands[action];
  const word = action.slice(action.indexOf('.') + 1);
  const command = defineCommand({
    usage: ['submissions --', word, 'REFERENCE|ID', usage].filter(Boolean).join(' '),
    summary,
    action,
    options: z.object({ ...nameOptions, ...options }),
    read({ id, reference, ...rest }: NameOptions, words) {
      return { name: readName({ id, reference }, words), rest };
    },
    run(context, { name, rest }) {
      const act = actOf(action, input(rest as never, usernameOf(context.actor)) as never);
      return change(context, name, (seen) => makeChange(context, seen, act));
    },
  });
  return [word, command];
}

async function change(
  context: CommandContext,
  name: SubmissionName,
  make: (seen: SubmissionVersion) => Promise<ContactSubmission>,
): Promise<void> {
  const found = await findNamedSubmission(context, name);
  const after = await make({ id: found._id, version: handlingOf(found).version });
  const words = stateWords(stateOfSubmission(after));
  context.terminal.note(`${after.reference}: ${words}; notes: ${handlingOf(after).notes.length}.`);
}

/** The commands of `npm run submissions --` about enquiries. */
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

  ...Object.fromEntries(changeNames.map(commandOf)),

  undo: defineCommand({
    usage: 'submissions -- undo REFERENCE|ID',
    summary: 'undoes the last change to an enquiry, but not notes, deletions or resent emails',
    action: 'enquiry.undo',
    options: z.object(nameOptions),
    read: readName,
    run: (context, name) => change(context, name, (seen) => undoLastChange(context, seen)),
  }),
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

/** Lists failed emails, and resends them with `--yes`. */
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
