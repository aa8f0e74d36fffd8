import { backupCommands } from './backup.ts';
import { doctorCommands } from './doctor.ts';
import { restoreCommands } from './restore.ts';
import { runCommand, type Command, type Env } from './run-command.ts';
import { submissionCommands } from './submissions.ts';
import type { Terminal } from './terminal.ts';
import { userCommands } from './users.ts';

/** All commands. The first word of each is the name of its npm script. */
export const commands: Record<string, Command> = {
  ...userCommands,
  ...submissionCommands,
  ...doctorCommands,
  ...backupCommands,
  ...restoreCommands,
};

/** Runs the command that a command line begins with. Returns the exit code. */
export async function runLine(args: string[], env: Env, terminal: Terminal): Promise<number> {
  const names = [3, 2, 1].map((count) => args.slice(0, count).join(' '));
  const name = names.find((one) => Object.hasOwn(commands, one)) ?? '';
  const command = commands[name];
  const isHelp = args.includes('--help');
  if (command && !isHelp) {
    return runCommand({ name, command }, args.slice(name.split(' ').length), env, terminal);
  }
  const all = Object.entries(commands).map(([other, { usage }]) => `${other} ${usage}`);
  const ofGroup = all.filter((line) => line.startsWith(`${name || args[0]} `));
  terminal.note((ofGroup.length > 0 ? ofGroup : all).join('\n'));
  return isHelp ? 0 : 2;
}
