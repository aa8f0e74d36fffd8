import { SettingsError } from '../../platform/settings.ts';
import { examine } from '../doctor/examine.ts';
import { worstOf, type Finding, type Level } from '../doctor/finding.ts';
import { createTaskContext } from '../server/task.ts';
import { CommandError, typed } from './command.ts';
import { readDoctorConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes of monitoring plugins; 3 if the doctor could not run. */
const exitCodes = { ok: 0, warning: 1, critical: 2 } as const;
const unknown = 3;

/** Runs the checks, and returns the exit code. */
export async function runDoctor(
  args: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  if (args.some((argument) => argument !== '--json')) {
    terminal.note(`Usage: ${typed('doctor [-- --json]')}`);
    return unknown;
  }
  try {
    const config = readDoctorConfig(env);
    const stores = createTaskContext(config);
    try {
      const findings = await examine({ ...config, ...stores }, (subject) =>
        terminal.progress(`Checking ${subject} …`),
      );
      const describe = args.includes('--json') ? describeAsJson : describeFindings;
      await terminal.write(describe(findings));
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

/** The findings for monitors; the remedy keeps its published name `mend`. */
function describeAsJson(findings: readonly Finding[]): string {
  const shown = findings.map(({ remedy: mend, ...rest }) => ({ ...rest, mend }));
  return `${JSON.stringify({ level: worstOf(findings), findings: shown }, null, 2)}\n`;
}

/**
 * The findings for people: one line each, then what to do, then what else it affects.
 */
function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const indent = ' '.repeat(12 + width);
  const unsorted = findings.filter(({ because }) => because === undefined);
  const causes = unsorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  const lines = causes.flatMap(({ id, level, subject, says, latency, remedy }) => [
    `${(isBad(level) ? level.toUpperCase() : level).padEnd(9)} ${subject.padEnd(width)}  ${says}${latency === undefined ? '' : ` (${latency} ms)`}`,
    ...(remedy ? [`${indent}→ ${remedy}`] : []),
    ...findings
      .filter(({ because }) => because === id)
      .map((each) => indent + describeOutcome(each)),
  ]);
  return `${[...lines, '', describeVerdict(causes)].join('\n')}\n`;
}

/** Sorts problems first, the worst at the top. */
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
