import * as z from 'zod';

import { handlingOf } from '../../../storage/handling.ts';
import { usernameOf } from '../../server/task.ts';
import {
  defineCommand,
  flagOption,
  textOption,
  type Command,
  type CommandContext,
} from '../../terminal/command.ts';
import { UsageError } from '../../terminal/read-arguments.ts';
import { makeChange, undoLastChange, type ChangedSubmission } from './change-state.server.ts';
import { actOf, type Act, type ChangeName } from './changes.ts';
import { findNamedSubmission, type SubmissionName } from './open-submission.server.ts';
import { stateWords } from './state.ts';
import { nameOptions, readName } from './submission-names.server.ts';

interface ChangeCommand<Options extends z.ZodRawShape> {
  summary: string;
  /** The options besides the name of the enquiry, as the usage shows them. */
  usage?: string;
  options?: Options;
  act: (options: z.infer<z.ZodObject<Options>>, you: string) => Act;
}

function define<Options extends z.ZodRawShape>(
  action: ChangeName,
  { summary, usage = '', options = {} as Options, act }: ChangeCommand<Options>,
): Command {
  return defineCommand({
    usage: `submissions -- ${wordOf(action)} REFERENCE|ID${usage && ` ${usage}`}`,
    summary,
    action,
    options: z.object({ ...nameOptions, ...options }),
    read({ id, reference, ...rest }: Record<string, unknown>, words) {
      const named = { id, reference } as Partial<Record<keyof typeof nameOptions, string>>;
      return { name: readName(named, words), rest };
    },
    run: (context, { name: submission, rest }) => {
      const wanted = act(rest as never, usernameOf(context.actor));
      return change(context, submission, (seen) => makeChange(context, seen, wanted));
    },
  });
}

const commands = {
  'enquiry.assign': define('enquiry.assign', {
    usage: '[--to ACCOUNT|--to-nobody]',
    summary: 'assigns an enquiry to you, or to the given account',
    options: { to: textOption.toLowerCase().optional(), 'to-nobody': flagOption },
    act({ to, 'to-nobody': toNobody }, you) {
      if (to !== undefined && toNobody) throw new UsageError('Give either --to or --to-nobody.');
      return actOf('enquiry.assign', { owner: toNobody ? null : (to ?? you) });
    },
  }),
  'enquiry.close': define('enquiry.close', {
    summary: 'closes an enquiry',
    act: () => actOf('enquiry.close', {}),
  }),
  'enquiry.reopen': define('enquiry.reopen', {
    summary: 'reopens a closed enquiry and assigns it to you',
    act: () => actOf('enquiry.reopen', {}),
  }),
  'enquiry.note': define('enquiry.note', {
    usage: '--text TEXT',
    summary: 'adds an internal note to an enquiry',
    options: { text: textOption.max(5_000, 'must be at most 5000 characters long') },
    act: ({ text }) => actOf('enquiry.note', { text }),
  }),
  'enquiry.spam': define('enquiry.spam', {
    summary: 'marks an enquiry as spam',
    act: () => actOf('enquiry.spam', {}),
  }),
  'enquiry.not-spam': define('enquiry.not-spam', {
    summary: 'marks an enquiry as not spam: it is kept and its emails are sent',
    act: () => actOf('enquiry.not-spam', {}),
  }),
} satisfies Record<ChangeName, Command>;

/** What follows `npm run submissions --` and changes the state of an enquiry. */
export const changeCommands: Record<string, Command> = {
  ...Object.fromEntries(Object.entries(commands).map(([name, does]) => [wordOf(name), does])),
  undo: defineCommand({
    usage: 'submissions -- undo REFERENCE|ID',
    summary: 'undoes the last change of an enquiry; a note cannot be undone',
    action: 'enquiry.undo',
    options: z.object(nameOptions),
    read: readName,
    run: (context, name) => change(context, name, (seen) => undoLastChange(context, seen)),
  }),
};

/** What is typed for an action: `enquiry.close` is `close`. */
function wordOf(action: string): string {
  return action.slice(action.indexOf('.') + 1);
}

async function change(
  context: CommandContext,
  name: SubmissionName,
  make: (seen: { id: string; version: number }) => Promise<ChangedSubmission>,
): Promise<void> {
  const found = await findNamedSubmission(context, name);
  const { version } = handlingOf(found);
  const { after } = await make({ id: found._id, version });
  const handling = handlingOf(after);
  const words = stateWords({ ...handling, status: after.status });
  context.terminal.note(`${after.reference}: ${words}; notes: ${handling.notes.length}.`);
}
