import { SettingsError } from '../platform/env.ts';
import { commands, describeCommands } from './commands.ts';
import { readStaffConfig } from './config.ts';
import { createContext } from './context.ts';
import { CommandError, UsageError } from './errors.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command. Returns the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runCommand(
  [group = '', name = '', ...args]: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  const own = Object.hasOwn(commands, group) ? commands[group] : undefined;
  const command = own && Object.hasOwn(own, name) ? own[name] : undefined;
  if (!command) {
    terminal.note(describeCommands(group));
    return 2;
  }
  try {
    const context = createContext(readStaffConfig(env), terminal);
    try {
      await command.run(context, args);
    } finally {
      await context.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`${error.message}\nUsage: npm run ${command.usage}`);
      return 2;
    }
    const known = error instanceof CommandError || error instanceof SettingsError;
    terminal.note(known ? error.message : describeFailure(error));
    return 1;
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name.startsWith('Mongo')) return `MongoDB did not do what it was asked: ${error.name}.`;
  return `It failed: ${error.stack ?? error.message}`;
}
