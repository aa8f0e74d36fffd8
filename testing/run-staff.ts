import { runCommand } from '../office/terminal/run-command.ts';
import type { Terminal } from '../office/terminal/terminal.ts';

export interface StaffRun {
  code: number;
  /** The result. */
  out: string;
  /** The remarks. */
  notes: string;
  /** The remark that there is no account, apart: in the stores of most tests there is none. */
  hint: string;
}

export interface Person {
  /** The width of the screen; there is none unless it is given. */
  columns?: number;
  /** What is answered to each question, if somebody is there. */
  answers?: string[];
  /** What stands in the pipe where nobody is there. */
  piped?: string;
}

/** Runs a command of staff in this process, with somebody at the terminal or nobody there. */
export async function runStaff(
  args: string[],
  env: Record<string, string>,
  { columns, answers, piped = '' }: Person = {},
  command = runCommand,
): Promise<StaffRun> {
  const run: StaffRun = { code: 0, out: '', notes: '', hint: '' };
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
