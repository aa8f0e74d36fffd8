import { parseArgs } from 'node:util';
import type * as z from 'zod';

import type { StaffContext } from './context.ts';
import { UsageError } from './errors.ts';

/** One thing that can be asked for on the command line. */
export interface Command {
  /** What follows `npm run …`, such as `users -- add USERNAME`. */
  usage: string;
  summary: string;
  run(context: StaffContext, args: string[]): Promise<void>;
}

export interface CommandDefinition<Options extends z.ZodObject> {
  usage: string;
  summary: string;
  /** Every option and how its text is read. One whose schema takes a boolean stands alone. */
  options: Options;
  flags?: readonly (keyof z.infer<Options> & string)[];
  run(
    context: StaffContext,
    options: z.infer<Options>,
    positionals: readonly string[],
  ): Promise<void>;
}

/** Makes a command whose options are read, and refused in words, before it runs. */
export function defineCommand<Options extends z.ZodObject>(
  definition: CommandDefinition<Options>,
): Command {
  const { usage, summary, options, flags = [], run } = definition;
  return {
    usage,
    summary,
    run(context, args) {
      const { values, positionals } = parse(args, Object.keys(options.shape), flags);
      const result = options.safeParse(values);
      if (result.success) return run(context, result.data, positionals);
      const [issue] = result.error.issues;
      throw new UsageError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    },
  };
}

function parse(args: string[], names: string[], flags: readonly string[]) {
  const options = Object.fromEntries(
    names.map((name) => [
      name,
      { type: flags.includes(name) ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
