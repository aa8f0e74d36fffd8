import * as z from 'zod';

import { handlingOf } from '../../../storage/handling.ts';
import type { HandlingChange } from '../../office-views.ts';
import { handleSubmission, usernameOf } from './handle-submission.server.ts';
import { findNamedSubmission, type SubmissionName } from './open-submission.server.ts';
import { defineCommand, flag, textOption, type CommandContext } from '../../terminal/command.ts';
import { UsageError } from '../../terminal/read-arguments.ts';
import { nameOptions, readName } from './submission-names.server.ts';

/** What follows `npm run submissions --` and is about who answers an enquiry. */
export const handlingCommands = {
  assign: defineCommand({
    usage: 'submissions -- assign REFERENCE|ID [--to ACCOUNT|--to-nobody]',
    summary: 'says who answers an enquiry: you, unless somebody else is named',
    right: 'enquiry.change',
    options: z.object({
      ...nameOptions,
      to: textOption.toLowerCase().optional(),
      'to-nobody': flag,
    }),
    read({ to, 'to-nobody': toNobody, ...options }, words) {
      if (to !== undefined && toNobody) throw new UsageError('Give --to or --to-nobody: not both.');
      return { name: readName(options, words), owner: toNobody ? null : to };
    },
    run: (context, { name, owner = usernameOf(context.actor) }) =>
      handle(context, name, { kind: 'assign', owner }),
  }),

  note: defineCommand({
    usage: 'submissions -- note REFERENCE|ID --text TEXT',
    summary: 'adds a note to an enquiry, for colleagues',
    right: 'enquiry.change',
    options: z.object({
      ...nameOptions,
      text: textOption.max(5_000, 'must be at most 5000 characters long'),
    }),
    read: ({ text, ...options }, words) => ({ name: readName(options, words), text }),
    run: (context, { name, text }) => handle(context, name, { kind: 'note', text }),
  }),

  finish: defineCommand({
    usage: 'submissions -- finish REFERENCE|ID',
    summary: 'says that an enquiry is dealt with',
    right: 'enquiry.change',
    options: z.object(nameOptions),
    read: readName,
    run: (context, name) => handle(context, name, { kind: 'finish' }),
  }),

  reopen: defineCommand({
    usage: 'submissions -- reopen REFERENCE|ID',
    summary: 'says that an enquiry is not dealt with after all',
    right: 'enquiry.change',
    options: z.object(nameOptions),
    read: readName,
    run: (context, name) => handle(context, name, { kind: 'reopen' }),
  }),
};

async function handle(
  context: CommandContext,
  name: SubmissionName,
  change: HandlingChange,
): Promise<void> {
  const found = await findNamedSubmission(context, name);
  const { version } = handlingOf(found);
  const { after } = await handleSubmission(context, { id: found._id, version }, change);
  const { state, owner, notes } = handlingOf(after);
  const whose = owner === null ? 'nobody’s' : `of ${owner}`;
  context.terminal.note(`${after.reference}: ${state}, ${whose}, notes: ${notes.length}.`);
}
