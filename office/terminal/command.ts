import { parseArgs } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod';

import type { AuditAction } from '../features/audit/audit-words.ts';
import type { TaskContext } from '../server/task.ts';
import type { Terminal } from './terminal.ts';

export type CommandContext = TaskContext & { terminal: Terminal };

/** A command of `npm run users` or `npm run submissions`. */
export interface Command {
  /** What follows `npm run …`, such as `users -- add USERNAME`. */
  usage: string;
  summary: string;
  /** The action that the command performs. The account needs the right for this action. */
  action: AuditAction;
  /**
   * Parses the arguments without connecting to anything.
   *
   * @throws UsageError that says what is wrong.
   */
  read: (args: string[]) => GivenCommand;
}

export interface GivenCommand {
  /** The username given with `--as`. */
  as: string | undefined;
  run: (context: CommandContext) => Promise<void>;
}

/** A wrong command line. Its message says what is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A failure of a command. Its message is shown to the user. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/**
 * Asks the user to confirm something that cannot easily be undone.
 *
 * @throws UsageError without a terminal; CommandError with the message `otherwise` unless the
 *   answer is yes.
 */
export async function confirm(terminal: Terminal, question: string, otherwise: string) {
  if (!terminal.interactive) throw new UsageError('Cannot ask without a terminal: add --yes.');
  const answer = await terminal.ask(`${question} Type yes:`);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError(otherwise);
}

/** Returns the options without those that are undefined. */
export function given<Options extends object>(options: Options) {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
}

/** An option without a value. */
export const flagOption = z.boolean().default(false);

export const textOption = z.string().trim().min(1, 'needs a value');

/** An option that limits the number of rows: from 1 to `most`, by default `usual`. */
export function limitOption(most: number, usual: number) {
  const wanted = `must be a number from 1 to ${most}`;
  return z.coerce.number(wanted).int(wanted).min(1, wanted).max(most, wanted).default(usual);
}

interface CommandDefinition<Options extends z.ZodObject, Input> extends Omit<Command, 'read'> {
  options: Options;
  /**
   * Makes the input from the options and positional arguments. Without this function, the input is
   * the options, and a command line with positional arguments is refused.
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

interface GivenArguments {
  values: Record<string, string | true>;
  words: string[];
}

/**
 * Parses a command line. Options in `flags` have no value, all others need one.
 *
 * @throws UsageError for an unknown or repeated option, or a missing or unexpected value.
 */
function readArguments(
  args: string[],
  options: readonly string[],
  flags: readonly string[],
): GivenArguments {
  const types = options.map((name) => {
    return [name, { type: flags.includes(name) ? 'boolean' : 'string' }] as const;
  });
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!options.includes(name)) {
      throw new UsageError(`Unknown option ${rawName}.${didYouMean(name, options, '--')}`);
    }
    if (values.has(name)) throw new UsageError(`${rawName} is given twice.`);
    const isFlag = flags.includes(name);
    if (isFlag && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    // A value that looks like an option must be given as --name=value.
    const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
    if (!isFlag && isMissing) throw new UsageError(`${rawName} needs a value.`);
    values.set(name, value ?? true);
  }
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  return { values: Object.fromEntries(values), words };
}

/**
 * Refuses positional arguments.
 *
 * @throws UsageError if there are any. It suggests the option that was probably meant, if any.
 */
export function refuseWords(words: readonly string[], options: readonly string[]): void {
  const [first, ...others] = words;
  if (first === undefined) return;
  const text = words.join(' ');
  const meant = [
    [options.includes(first) && others.length > 0, `--${text}`],
    [options.includes('email') && first.includes('@'), `--email ${first}`],
    [options.includes('search'), `--search "${text}"`],
  ] as const;
  const option = meant.find(([isMeant]) => isMeant)?.[1];
  throw new UsageError(
    `"${text}" is not expected here.${option ? ` Did you mean ${option}?` : ''}`,
  );
}

/** A suggestion with the most similar name; empty if no name is similar. */
export function didYouMean(given: string, names: readonly string[], before = ''): string {
  if (given.length < 2) return '';
  const longer = names.find((name) => name.startsWith(given));
  const nearest = longer ?? closest(given, names);
  const isNear = longer ?? distance(given, nearest) <= Math.max(1, Math.floor(given.length / 3));
  return isNear ? ` Did you mean ${before}${nearest}?` : '';
}

/** The command line that runs a command: with npm in the source folder, with node in an image. */
export function typed(usage: string): string {
  if (import.meta.url.endsWith('.ts')) return `npm run ${usage}`;
  const [group = '', ...rest] = usage.replace(/(?<= \[?)-- /, '').split(' ');
  const bundle =
    { doctor: 'staff/doctor.js', backup: 'backup.js', restore: 'restore.js' }[group] ??
    `staff.js ${group}`;
  return ['node', `build/${bundle}`, ...rest].join(' ');
}
