import type { FindingView } from '../../office/features/status/actions.ts';
import { runCommand } from '../../office/terminal/run-command.ts';
import type { Terminal } from '../../office/terminal/terminal.ts';
import type { Database } from '../../storage/connection.ts';
import { createCheapUser } from '../accounts.ts';

export interface Person {
  password?: string;
  /** The answers to prompts, if the input is a terminal. */
  answers?: (string | (() => Promise<string>))[];
  /** The piped input, if the input is not a terminal. */
  piped?: string;
}

/** Runs a staff command in this process, with or without a terminal. */
export async function runStaff(
  args: string[],
  env: Record<string, string>,
  { password, answers, piped = '' }: Person = {},
  command = runCommand,
) {
  const run = { code: 0, out: '', notes: '', log: '' };
  const secrets = password === undefined ? [] : [password];
  const lines = answers ?? piped.split('\n');
  const answer = async () => {
    const line = lines.shift() ?? '';
    return typeof line === 'string' ? line : line();
  };
  const terminal: Terminal = {
    interactive: answers !== undefined,
    write(text) {
      run.out += text;
      return Promise.resolve();
    },
    note(text) {
      run.notes += `${text}\n`;
    },
    log: (line) => void (run.log += line),
    progress: () => undefined,
    ask: answer,
    secret: async () => secrets.shift() ?? answer(),
  };
  run.code = await command(args, env, terminal);
  return run;
}

/** A finding as `doctor --json` prints it. */
export type JsonFinding = Omit<FindingView, 'remedy'> & { mend?: string };

const officer = { username: 'the-officer', password: 'marula branch teapot' };

/** Adds the account that `runAsOfficer` uses. */
export async function addOfficer(database: Database): Promise<void> {
  await createCheapUser(database, { ...officer, role: 'officer' });
}

/** Runs a staff command with the account that `addOfficer` adds. */
export function runAsOfficer(
  args: string[],
  env: Record<string, string>,
  person: Person = {},
): ReturnType<typeof runStaff> {
  const { username, password } = officer;
  return runStaff([...args, '--as', username], env, { ...person, password });
}
