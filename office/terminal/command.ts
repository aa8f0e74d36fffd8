import * as z from 'zod';

import type { ActionName } from '../office-api.ts';
import type { TaskContext } from '../server/task.ts';
import { readArguments, refuseWords, UsageError } from './read-arguments.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with: the stores, a terminal and the address of the office. */
export type CommandContext = TaskContext & { terminal: Terminal; officeUrl: string };

/** A command. */
export interface Command {
  /** What follows `npm run …`, such as `users -- add USERNAME`. */
  usage: string;
  summary: string;
  /** What it does: the account needs the right of this action. */
  action: ActionName;
  /**
   * Parses the arguments without connecting to anything.
   *
   * @throws UsageError that says what is wrong.
   */
  read: (args: string[]) => GivenCommand;
}

/** A parsed command. */
export interface GivenCommand {
  /** The account that runs it. */
  as: string | undefined;
  run: (context: CommandContext) => Promise<void>;
}

/** A failure of a command. Its message is shown to the user. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The options that are set. */
export function given<Options extends object>(options: Options) {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
}

/** An option without a value. */
export const flagOption = z.boolean().default(false);

/** An option with a non-empty value. */
export const textOption = z.string().trim().min(1, 'needs a value');

/** An option that limits the number of rows. */
export function limitOption(most: number, usual: number) {
  const wanted = `must be a number from 1 to ${most}`;
  return z.coerce.number(wanted).int(wanted).min(1, wanted).max(most, wanted).default(usual);
}

interface CommandDefinition<Options extends z.ZodObject, Input> extends Omit<Command, 'read'> {
  /** The options and their schemas. */
  options: Options;
  /**
   * Makes the input from the options and positional arguments. Without it the input is the options, and
   * positional arguments are refused.
   */
  read?: (options: z.infer<Options>, words: string[]) => Input;
  run: (context: CommandContext, input: Input) => Promise<void>;
}

/** Defines a command whose arguments are validated before it runs. */
export function defineCommand<Options extends z.ZodObject, Input = z.infer<Options>>(
  definition: CommandDefinition<Options, Input>,
): Command {
  const { options, read, run, ...described } = definition;
  const schema = options.extend({ as: textOption.toLowerCase().optional() });
  const names = Object.keys(schema.shape);
  const flags = names.filter((name) => schema.shape[name] === flagOption);
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

/** How to type a command: with npm in the sources, with node in an image. */
export function typed(usage: string): string {
  if (import.meta.url.endsWith('.ts')) return `npm run ${usage}`;
  const [group = '', ...rest] = usage.replace(/(?<= \[?)-- /, '').split(' ');
  const bundle = group === 'doctor' ? ['build/staff/doctor.js'] : ['build/staff.js', group];
  return ['node', ...bundle, ...rest].join(' ');
}
