import type { Database } from '#storage/connection.ts';
import { runLine } from '../../../office/commands/run.ts';
import type { Terminal } from '../../../office/commands/terminal.ts';
import type { FindingView } from '../../../office/status/Findings.tsx';
import { createUser } from '#storage/users.ts';

export interface Person {
  password?: string;
  /** The answers to prompts, if the input is a terminal. */
  answers?: (string | (() => Promise<string>))[];
  piped?: string;
}

export async function runStaff(
  args: string[],
  env: Record<string, string>,
  { password, answers, piped = '' }: Person = {},
) {
  const run = { code: 0, out: '', notes: '' };
  const secrets = password === undefined ? [] : [password];
  const lines = answers ?? piped.split('\n');
  const terminal: Terminal = {
    interactive: answers !== undefined,
    write: (text) => Promise.resolve(void (run.out += String(text))),
    note: (line) => void (run.notes += `${line}\n`),
    async ask(_question, isSecret = false) {
      const line = (isSecret ? secrets.shift() : undefined) ?? lines.shift() ?? '';
      return typeof line === 'string' ? line : line();
    },
  };
  run.code = await runLine(args, env, terminal);
  return run;
}

/** A finding as `doctor --json` prints it. */
export type JsonFinding = Omit<FindingView, 'remedy'> & { mend?: string };

const officer = { username: 'the-officer', password: 'marula branch teapot' };

export async function addOfficer(database: Database): Promise<void> {
  await createUser(database, { ...officer, role: 'officer' });
}

export function runAsOfficer(
  args: string[],
  env: Record<string, string>,
  person: Person = {},
): ReturnType<typeof runStaff> {
  const { username, password } = officer;
  return runStaff([...args, '--as', username], env, { ...person, password });
}
