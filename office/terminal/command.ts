import * as z from 'zod';

import type { Right } from '../rights.ts';
import type { TaskContext } from '../server/task.ts';
import { readArguments, refuseWords, UsageError } from './read-arguments.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with: everything that its tasks need, a terminal, and where the office is. */
export type CommandContext = TaskContext & { terminal: Terminal; officeUrl: string };

/** One thing that can be asked for on the command line. */
export interface Command {
  /** What follows `npm run …`, such as `users -- add USERNAME`. */
  usage: string;
  summary: string;
  /** What the account needs in whose name it is given. */
  right: Right;
  /**
   * Reads what follows its name, and connects to nothing.
   *
   * @throws UsageError that says what is wrong.
   */
  read: (args: string[]) => GivenCommand;
}

/** A command that was read and can be run. */
interface GivenCommand {
  /** The account in whose name it is given. */
  as: string | undefined;
  run: (context: CommandContext) => Promise<void>;
}

/** Something that a command could not do. Its message is for the person who gave it. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Only those options that are given. */
export function given<Options extends object>(options: Options) {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
}

/** An option that stands alone, without a value. */
export const flag = z.boolean().default(false);

/** An option with a value that must not be empty. */
export const textOption = z.string().trim().min(1, 'needs a value');

/** An option that says how many rows there may be. */
export function limitOption(most: number, usual: number) {
  const wanted = `must be a number from 1 to ${most}`;
  return z.coerce.number(wanted).int(wanted).min(1, wanted).max(most, wanted).default(usual);
}

interface CommandDefinition<Options extends z.ZodObject, Input> extends Omit<Command, 'read'> {
  /** Every option and how its text is read. */
  options: Options;
  /**
   * What the command is given, made of its options and the words that stand alone. Without it that
   * is the options, and no word may stand alone.
   */
  read?: (options: z.infer<Options>, words: string[]) => Input;
  run: (context: CommandContext, input: Input) => Promise<void>;
}

/** Makes a command whose options and words are read, and refused in words, before it runs. */
export function defineCommand<Options extends z.ZodObject, Input = z.infer<Options>>(
  definition: CommandDefinition<Options, Input>,
): Command {
  const { options, read, run, ...described } = definition;
  const schema = options.extend({ as: textOption.toLowerCase().optional() });
  const names = Object.keys(schema.shape);
  const flags = names.filter((name) => schema.shape[name] === flag);
  return {
    ...described,
    read(args) {
      const { values, words } = readArguments(args, names, flags);
      if (!read) refuseWords(words, names);
      const result = schema.safeParse(values);
      if (!result.success) {
        const [issue] = result.error.issues;
        throw new UsageError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
      }
      const { as, ...rest } = result.data;
      const input = read ? read(rest as z.infer<Options>, words) : (rest as Input);
      return { as: as as string | undefined, run: (context) => run(context, input) };
    },
  };
}

/** How a command is typed: by npm where the sources are, without it in an image. */
export function typed(usage: string): string {
  if (import.meta.url.endsWith('.ts')) return `npm run ${usage}`;
  const [group = '', ...rest] = usage.replace(/(?<= \[?)-- /, '').split(' ');
  const bundle = group === 'doctor' ? ['build/staff/doctor.js'] : ['build/staff.js', group];
  return ['node', ...bundle, ...rest].join(' ');
}
