import { userInfo } from 'node:os';

import { SettingsError } from '../../platform/settings.ts';
import { describeRefusal } from '../../storage/refusal.ts';
import { createTaskContext, TaskError } from '../tasks/context.ts';
import { CommandError, UsageError, type Command } from './command.ts';
import { readCommandConfig } from './config.ts';
import { personalDataCommands } from './personal-data.ts';
import { submissionCommands } from './submissions.ts';
import type { Terminal } from './terminal.ts';
import { userCommands } from './users.ts';

/** Every command, by the npm script and the word that follow each other on the command line. */
const commands: Record<string, Record<string, Command>> = {
  users: userCommands,
  submissions: { ...submissionCommands, ...personalDataCommands },
};

/** Runs one command. Returns the exit code: 0, 1 for a failure, 2 for a wrong command line. */
export async function runCommand(
  [group = '', name = '', ...args]: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  const own = Object.hasOwn(commands, group) ? commands[group] : undefined;
  const command = own && Object.hasOwn(own, name) ? own[name] : undefined;
  if (!command) {
    terminal.note(describeCommands(own));
    return 2;
  }
  try {
    const tasks = createTaskContext(readCommandConfig(env), `cli:${osUser()}`);
    try {
      await command.run({ ...tasks, terminal, onProgress: terminal.progress }, args);
    } finally {
      await tasks.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.note(`${error.message}\nUsage: npm run ${command.usage}`);
      return 2;
    }
    terminal.note(describeFailure(error));
    return 1;
  }
}

/** What can be asked for, a line each. */
function describeCommands(group: Record<string, Command> | undefined): string {
  const shown = (group ? [group] : Object.values(commands)).flatMap(Object.values<Command>);
  return shown.map(({ usage, summary }) => `npm run ${usage}\n    ${summary}`).join('\n');
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const forPeople = [TaskError, CommandError, SettingsError];
  if (forPeople.some((kind) => error instanceof kind)) return error.message;
  const refusal = describeRefusal(error);
  if (refusal !== undefined) return refusal;
  if (error.name.startsWith('Mongo')) return `MongoDB did not do what it was asked: ${error.name}.`;
  return `It failed: ${error.stack ?? error.message}`;
}

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
