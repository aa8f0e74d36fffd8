import * as z from 'zod';

import { handlingOf } from '../../../storage/handling.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import { usernameOf } from '../../server/task.ts';
import {
  defineCommand,
  flagOption,
  textOption,
  type Command,
  type CommandContext,
  UsageError,
} from '../../terminal/command.ts';
import { actOf } from './acts.ts';
import { makeChange, undoLastChange, type SubmissionVersion } from './change-state.server.ts';
import {
  changeNames,
  maxTagLength,
  maxTextLength,
  tag as tagSchema,
  type ChangeName,
} from './changes.ts';
import { stateOfSubmission } from './describe-submission.server.ts';
import { findNamedSubmission, type SubmissionName } from './open-submission.server.ts';
import { stateWords } from './state.ts';
import { nameOptions, readName, type NameOptions } from './submission-names.server.ts';

interface ChangeCommand {
  summary: string;
  /** The usage text of the options, without the reference or ID of the enquiry. */
  usage?: string;
  options?: z.ZodRawShape;
  /** Turns the options into the input of the change. Without it, the options are the input. */
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

const definitions: Record<ChangeName, ChangeCommand> = {
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

/** The name and the command for a change. The name for `enquiry.close` is `close`. */
function commandOf(action: ChangeName): [string, Command] {
  const { summary, usage, options = {}, input = (given) => given } = definitions[action];
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

export const changeCommands = {
  ...Object.fromEntries(changeNames.map(commandOf)),

  undo: defineCommand({
    usage: 'submissions -- undo REFERENCE|ID',
    summary:
      'undoes the last change to an enquiry, but not notes, corrections, deletions or resent emails',
    action: 'enquiry.undo',
    options: z.object(nameOptions),
    read: readName,
    run: (context, name) => change(context, name, (seen) => undoLastChange(context, seen)),
  }),
};
