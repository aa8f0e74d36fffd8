import { runCommand } from '../../office/terminal/run-command.ts';
import type { Terminal } from '../../office/terminal/terminal.ts';

export interface Person {
  /** The width of the terminal; without it the output is not a terminal. */
  columns?: number;
  /** The answers to prompts, if the input is a terminal. */
  answers?: string[];
  /** The piped input, if the input is not a terminal. */
  piped?: string;
}

/** Runs a staff command in this process, with or without a terminal. */
export async function runStaff(
  args: string[],
  env: Record<string, string>,
  { columns, answers, piped = '' }: Person = {},
  command = runCommand,
) {
  // Most tests have no account, so the warning about that is kept separately, as the hint.
  const run = { code: 0, out: '', notes: '', hint: '' };
  const answer = () => Promise.resolve(answers?.shift() ?? '');
  const terminal: Terminal = {
    columns,
    interactive: answers !== undefined,
    write(text) {
      run.out += text;
      return Promise.resolve();
    },
    note(text) {
      const isHint = text.startsWith('There is no account that can sign in');
      run[isHint ? 'hint' : 'notes'] += `${text}\n`;
    },
    progress: () => undefined,
    ask: answer,
    secret: () => (answers === undefined ? Promise.resolve(piped) : answer()),
  };
  run.code = await command(args, env, terminal);
  return run;
}
