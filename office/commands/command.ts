import { parseArgs } from 'node:util';
import * as z from 'zod';

import type { TaskContext } from '../tasks/context.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with: everything that its tasks need, and a terminal. */
export type CommandContext = TaskContext & { terminal: Terminal };

/** One thing that can be asked for on the command line. */
export interface Command<Args extends unknown[] = [args: string[]]> {
  /** What follows `npm run …`, such as `users -- add USERNAME`. */
  usage: string;
  summary: string;
  run: (context: CommandContext, ...args: Args) => Promise<void>;
}

/** A command that was not given as it should be. Its message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
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

interface CommandDefinition<Options extends z.ZodObject> extends Command<
  [options: z.infer<Options>, positionals: readonly string[]]
> {
  /** Every option and how its text is read. */
  options: Options;
}

/** Makes a command whose options are read, and refused in words, before it runs. */
export function defineCommand<Options extends z.ZodObject>(
  definition: CommandDefinition<Options>,
): Command {
  const { usage, summary, options, run } = definition;
  return {
    usage,
    summary,
    run(context, args) {
      const { values, positionals } = parse(args, options.shape);
      const result = options.safeParse(values);
      if (result.success) return run(context, result.data, positionals);
      const [issue] = result.error.issues;
      throw new UsageError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    },
  };
}

function parse(args: string[], shape: z.ZodObject['shape']) {
  const types = Object.entries(shape).map(([name, schema]) => {
    return [name, { type: schema === flag ? 'boolean' : 'string' }] as const;
  });
  try {
    return parseArgs({ args, options: Object.fromEntries(types), allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
