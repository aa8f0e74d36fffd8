import { parseArgs, type ParseArgsConfig } from 'node:util';
import type * as z from 'zod';

import { failureCode } from '../../packages/server/reasons.ts';
import { SettingsError } from '../../packages/server/settings.ts';
import { describeRefusal } from '../../storage/mongodb.ts';
import type { Right } from '../rights.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import type { Terminal } from './terminal.ts';

export type CommandTask = TaskContext & { terminal: Terminal };

type Options = NonNullable<ParseArgsConfig['options']>;
type GivenOptions = Record<string, string | boolean | undefined>;

/** A command of `npm run users` or `npm run submissions`. */
export interface Command {
  /** What follows `npm run …`, such as `users -- add USERNAME`. */
  usage: string;
  summary: string;
  /** The right that the account needs. */
  right: Right;
  /** Whether it needs no account while no account can manage accounts. */
  withoutAccount?: boolean;
  options?: Options;
  /**
   * Reads the command line without connecting to anything, and returns what to do.
   *
   * @throws UsageError that says what is wrong.
   */
  read: (options: GivenOptions, words: string[]) => (task: CommandTask) => Promise<void>;
}

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/** A wrong command line. Its message says what is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A failure of a command. Its message is shown to the user. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Parses a command line. @throws UsageError for an unknown option or a missing value. */
export function readArguments<Given extends Options>(args: string[], options: Given) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Validates options with a schema. @throws UsageError that names the first wrong option. */
export function readInput<Schema extends z.ZodType>(schema: Schema, given: object) {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new UsageError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`);
}

/** The only word of a command line. @throws UsageError if there is none, or more than one. */
export function oneWord(words: string[], what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw new UsageError(`Give one ${what}.`);
  return word;
}

/** @throws UsageError if there are words. */
export function noWords(words: string[]): void {
  if (words.length > 0) throw new UsageError(`"${words.join(' ')}" is not expected here.`);
}

/**
 * Asks the user to confirm something that cannot easily be undone.
 *
 * @throws UsageError without a terminal; CommandError unless the answer is yes.
 */
export async function confirm(terminal: Terminal, question: string): Promise<void> {
  if (!terminal.interactive) throw new UsageError('Cannot ask without a terminal: add --yes.');
  const answer = await terminal.ask(`${question} Type yes:`);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was changed.');
}

/** Why a command failed, without credentials or personal data. */
export function explain(error: unknown): string {
  const expected = [TaskError, CommandError, UsageError, SettingsError];
  if (expected.some((type) => error instanceof type)) return (error as Error).message;
  return describeRefusal(error) ?? `The command failed (${failureCode(error)}).`;
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
