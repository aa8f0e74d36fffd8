import * as z from 'zod';

import { contactField, contactFieldNames } from '../../contract/contact-fields.ts';
import { contactFormSchema } from '../../contract/contact-form.ts';
import { notificationKinds } from '../../contract/notifications.ts';
import { endMoment, firstMoment } from '../days.ts';
import type { SubmissionFilter } from '../../storage/submissions.ts';
import { submissionStatuses } from '../../contract/submission-view.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import {
  correctSubmission,
  releaseSubmission,
  resendNotifications,
} from '../tasks/change-submission.ts';
import { exportSubmissions, listSubmissions } from '../tasks/find-submissions.ts';
import { openSubmission, type SubmissionName } from '../tasks/open-submission.ts';
import { defineCommand, flag, given, UsageError } from './command.ts';
import { outputOptions, outputUsage, writeResult, writeRows } from './output.ts';
import { resendFailed } from './resend-failed.ts';
import { letterOf, submissionView } from './submission-view.ts';
import type { Terminal } from './terminal.ts';

/** The options by which submissions are chosen. */
const filterOptions = z.object({
  email: z.string().trim().min(1).optional(),
  status: z.enum(submissionStatuses, `must be ${submissionStatuses.join(', ')}`).optional(),
  from: firstMoment.optional(),
  to: endMoment.optional(),
  search: z.string().trim().max(200).optional(),
});

const filterUsage = '[--email ADDRESS] [--status STATUS] [--from DAY] [--to DAY] [--search TEXT]';

/** The options by which one submission is named. Its id or reference may also stand alone. */
const nameOptions = { id: z.string().optional(), reference: z.string().optional() };

/** How each field is given on the command line. */
const fieldOptions = contactFieldNames.map((name) => ({
  name,
  option: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  placeholder: contactField(name).attributes.type === 'email' ? 'ADDRESS' : 'TEXT',
}));

/** What follows `npm run submissions --` and is about enquiries. */
export const submissionCommands = {
  list: defineCommand({
    usage: `submissions -- list ${filterUsage} [--limit 50] ${outputUsage}`,
    summary: 'lists enquiries, newest first',
    options: z.strictObject({
      ...filterOptions.shape,
      ...outputOptions.shape,
      limit: z.coerce.number('must be a number').int().min(1).max(10_000).default(50),
    }),
    async run(context, options) {
      const rows = listSubmissions(context, { filter: filterOf(options), limit: options.limit });
      await writeRows(context.terminal, submissionView, rows, options);
    },
  }),

  show: defineCommand({
    usage: `submissions -- show REFERENCE|ID ${outputUsage}`,
    summary: 'shows one enquiry in full',
    options: z.strictObject({ ...nameOptions, ...outputOptions.shape }),
    async run(context, { id, reference, ...options }, positionals) {
      const { format = 'table', out } = options;
      const found = await openSubmission(context, nameIn(id, reference, ...positionals));
      if (format === 'table') await writeResult(context.terminal, out, [letterOf(found)]);
      else await writeRows(context.terminal, submissionView, [found], options);
    },
  }),

  export: defineCommand({
    usage: `submissions -- export ${filterUsage} ${outputUsage}`,
    summary: 'writes every field of all enquiries, as CSV unless told otherwise',
    options: z.strictObject({ ...filterOptions.shape, ...outputOptions.shape }),
    async run(context, { format = 'csv', ...options }) {
      const { terminal } = context;
      const { total, submissions } = await exportSubmissions(context, filterOf(options));
      const rows = showProgress(submissions, total, terminal);
      await writeRows(terminal, submissionView, rows, { ...options, format });
      terminal.note(total === 1 ? '1 enquiry.' : `${total} enquiries.`);
    },
  }),

  correct: defineCommand({
    usage: `submissions -- correct REFERENCE|ID ${fieldOptions.map(({ option, placeholder }) => `[--${option} ${placeholder}]`).join(' ')}`,
    summary: 'changes what is held, at the request of the person whom it is about',
    options: z.strictObject({
      ...nameOptions,
      ...Object.fromEntries(
        fieldOptions.map(({ name, option }) => [option, z.optional(contactFormSchema.shape[name])]),
      ),
    }),
    async run(context, options: Record<string, string | undefined>, positionals) {
      const values = fieldOptions.map(({ name, option }) => [name, options[option]] as const);
      const correction = given(Object.fromEntries(values));
      if (Object.keys(correction).length === 0) throw new UsageError('Say what is to be changed.');
      const name = nameIn(options.id, options.reference, ...positionals);
      const { reference, changed } = await correctSubmission(context, name, correction);
      context.terminal.note(`${reference}: changed: ${changed.join(', ')}.`);
    },
  }),

  release: defineCommand({
    usage: 'submissions -- release REFERENCE|ID',
    summary: 'takes an enquiry out of quarantine: it is kept, and both its mails leave',
    options: z.strictObject(nameOptions),
    async run(context, { id, reference }, positionals) {
      const name = nameIn(id, reference, ...positionals);
      const released = await releaseSubmission(context, name);
      context.terminal.note(`${released} was released; both its mails are on their way.`);
    },
  }),

  resend: defineCommand({
    usage: `submissions -- resend REFERENCE|ID|--failed [--kind ${notificationKinds.join('|')}] [--yes]`,
    summary:
      'sends mails again that have failed; with --failed lists all, and with --yes sends them',
    options: z.strictObject({
      ...nameOptions,
      kind: z.enum(notificationKinds, `must be ${notificationKinds.join(' or ')}`).optional(),
      failed: flag,
      yes: flag,
    }),
    async run(context, options, positionals) {
      const kinds = options.kind && [options.kind];
      const names = [options.id, options.reference, ...positionals];
      if (options.failed) {
        if (names.some(Boolean)) throw new UsageError('Name one enquiry, or ask for --failed.');
        await resendFailed(context, kinds, options.yes);
        return;
      }
      if (options.yes) throw new UsageError('--yes goes with --failed.');
      const name = nameIn(...names);
      const { reference, resent } = await resendNotifications(context, name, kinds);
      context.terminal.note(`${reference}: queued again: ${resent.join(' and ')}.`);
    },
  }),
};

/** The one submission that is named; a UsageError when none or several are. */
function nameIn(...given: (string | undefined)[]): SubmissionName {
  const [name, ...more] = given.filter((value) => value !== undefined);
  if (name === undefined || more.length > 0) throw new UsageError('Name one enquiry.');
  if (z.uuid().safeParse(name).success) return { id: name.toLowerCase() };
  return { reference: name.toUpperCase() };
}

function filterOf(options: z.infer<typeof filterOptions>): SubmissionFilter {
  const { email, status, from, to, search } = options;
  return given({ email, status, from, to, text: search || undefined });
}

async function* showProgress(
  rows: AsyncIterable<ContactSubmission>,
  total: number,
  terminal: Terminal,
): AsyncGenerator<ContactSubmission> {
  let done = 0;
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % 500 === 0) terminal.progress(`${done} of ${total} enquiries …`);
  }
}
