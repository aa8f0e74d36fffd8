import { SettingsError } from '../../platform/settings.ts';
import { examine } from '../doctor/examine.ts';
import { worstOf, type Finding, type Level } from '../doctor/finding.ts';
import { createTaskContext } from '../server/task.ts';
import { CommandError, typed } from './command.ts';
import { readDoctorConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

/** The usual exit codes of monitoring plugins. With 3 (`unknown`), the checks could not run. */
const exitCodes = { ok: 0, warning: 1, critical: 2 } as const;
const unknown = 3;

/** Runs the checks, and returns the exit code. */
export async function runDoctor(
  args: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  const usage = `Usage: ${typed('doctor [-- --all | --json]')}`;
  if (args.includes('--help')) {
    await terminal.write(
      `${usage}\nShows problems. --all shows every check; --json prints JSON for scripts.\n`,
    );
    return exitCodes.ok;
  }
  if (args.some((argument) => !['--json', '--all'].includes(argument))) {
    terminal.note(usage);
    return unknown;
  }
  try {
    const config = readDoctorConfig(env);
    const stores = createTaskContext(config);
    try {
      const findings = await examine({ ...config, ...stores }, (subject) =>
        terminal.progress(`Checking ${subject} …`),
      );
      const described = args.includes('--json')
        ? describeAsJson(findings)
        : describeFindings(findings, args.includes('--all'));
      await terminal.write(described);
      return exitCodes[worstOf(findings)];
    } finally {
      await stores.close();
    }
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof CommandError)) throw error;
    terminal.note(error.message);
    return unknown;
  }
}

/** The findings as JSON, for monitoring. The remedy is called `mend`, which scripts rely on. */
function describeAsJson(findings: readonly Finding[]): string {
  const shown = findings.map(({ remedy: mend, ...rest }) => ({ ...rest, mend }));
  return `${JSON.stringify({ level: worstOf(findings), findings: shown }, null, 2)}\n`;
}

/**
 * The findings for people. The worst problem comes first. Then each finding that is not OK is
 * listed (with `all`, every finding), with what to do and what else the problem affects.
 */
function describeFindings(findings: readonly Finding[], all: boolean): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const indent = ' '.repeat(12 + width);
  const unsorted = findings.filter(({ because }) => because === undefined);
  const causes = unsorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  const shown = all ? causes : causes.filter(({ level }) => level !== 'ok');
  const lines = shown.flatMap(({ id, level, subject, says, latency, remedy }) => [
    `${(isBad(level) ? level.toUpperCase() : level).padEnd(9)} ${subject.padEnd(width)}  ${says}${latency === undefined ? '' : ` (${latency} ms)`}`,
    ...(remedy ? [`${indent}→ ${remedy}`] : []),
    ...findings
      .filter(({ because }) => because === id)
      .map((each) => indent + describeOutcome(each)),
  ]);
  const headline = describeHeadline(causes);
  return `${[...headline, ...lines, '', describeVerdict(causes)].join('\n')}\n`;
}

function describeHeadline([first]: readonly Finding[]): string[] {
  if (!first || !isBad(first.level)) return [];
  const { level, subject, says, remedy } = first;
  const sentence = `${level.toUpperCase()} ${subject}: ${says.replace(/^It /, 'it ')}`;
  return [sentence, ...(remedy ? [`What to do: ${remedy}`] : []), ''];
}

function rankOf({ level }: Finding): number {
  return level === 'critical' ? 0 : level === 'warning' ? 1 : 2;
}

function describeOutcome({ level, subject, says }: Finding): string {
  return `also affects ${subject}: ${level === 'unknown' ? 'Not checked.' : says}`;
}

function describeVerdict(causes: readonly Finding[]): string {
  const count = (wanted: Level) => causes.filter(({ level }) => level === wanted).length;
  const unchecked = causes.filter(({ level }) => level === 'unknown').map(({ subject }) => subject);
  const notChecked = unchecked.length > 0 ? ` Not checked: ${unchecked.join(', ')}.` : '';
  if (worstOf(causes) !== 'ok') {
    return `Critical: ${count('critical')}. Warnings: ${count('warning')}.${notChecked}`;
  }
  return unchecked.length > 0 ? `All completed checks passed.${notChecked}` : 'All checks passed.';
}

function isBad(level: Level): boolean {
  return level === 'warning' || level === 'critical';
}
