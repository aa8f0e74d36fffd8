import { getSystemErrorMap } from 'node:util';
import * as z from 'zod';

import { failureCode } from '#server/reasons.ts';
import { SettingsError, type Env } from '#server/settings.ts';
import { describeRefusal } from '#storage/mongodb.ts';
import type { CheckContext } from '../checks/check.ts';
import type { Right } from '../rights.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { UsageError, type Terminal } from './terminal.ts';

export type CommandTask = TaskContext & CheckContext & { terminal: Terminal; env: Env };

/** A command. Its key in the table is its name, such as `users add`. */
export interface Command {
  /**
   * What follows the name, shown as help, and how it is read: words, such as `ID`, `[FILE]` or
   * `ID …` for one or more; then options, which are flags unless a value follows them.
   */
  usage: string;
  /** The right that the account needs. For other commands, no account is asked for. */
  right: Right | 'without account';
  /** Needs no account while no account can manage accounts. */
  isForFirstAccount?: boolean;
  /** The exit code if it fails; by default 1, or 2 for a wrong command line. */
  failure?: number;
  /** Resolves to the exit code, or to anything else for 0. */
  run: (
    task: CommandTask,
    words: string[],
    options: Record<string, string | boolean | undefined>,
  ) => Promise<unknown>;
}

/** Validates the input of an action of the desk. @throws UsageError that names a wrong field. */
export function readInput<Schema extends z.core.$ZodType>(schema: Schema, input: object) {
  const { success, data, error } = z.safeParse(schema, input);
  if (success) return data;
  const [issue] = error.issues;
  throw new UsageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`);
}

/** Why a command failed, in a sentence without credentials or personal data. */
export function explain(error: unknown): string {
  const { message, errno = 0, path = 'The command failed' } = error as NodeJS.ErrnoException;
  if ([TaskError, UsageError, SettingsError].some((type) => error instanceof type)) return message;
  const [, reason] = getSystemErrorMap().get(errno) ?? [];
  if (reason) return `${path}: ${reason}.`;
  return describeRefusal(error) ?? `The command failed (${failureCode(error)}).`;
}
