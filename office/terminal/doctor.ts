import { SettingsError } from '../../platform/settings.ts';
import { examine } from '../doctor/examine.ts';
import { worstOf, type Finding, type Level } from '../doctor/finding.ts';
import { createTaskContext } from '../server/task.ts';
import { CommandError, typed } from './command.ts';
import { readDoctorConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes as monitors know them; 3 is for a doctor that could not look at all. */
const exitCodes = { ok: 0, warning: 1, critical: 2 } as const;
const unknown = 3;

/** Examines the product, and returns the exit code. */
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
        terminal.progress(`Looking at: ${subject} …`),
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

/** What was found, for monitors, which know a remedy as `mend`. */
function describeAsJson(findings: readonly Finding[]): string {
  const shown = findings.map(({ remedy: mend, ...rest }) => ({ ...rest, mend }));
  return `${JSON.stringify({ level: worstOf(findings), findings: shown }, null, 2)}\n`;
}

/**
 * What was found, for people: a line each, below it what to do, and below that what follows from it
 * and so has no line of its own.
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

/** What is wrong comes first, and the worst of it before the rest. */
function rankOf({ level }: Finding): number {
  return level === 'critical' ? 0 : level === 'warning' ? 1 : 2;
}

function describeOutcome({ level, subject, says }: Finding): string {
  return `because of it, ${subject}: ${level === 'unknown' ? 'Not looked at.' : says}`;
}

function describeVerdict(causes: readonly Finding[]): string {
  const count = (wanted: Level) => causes.filter(({ level }) => level === wanted).length;
  const unseen = causes.filter(({ level }) => level === 'unknown').map(({ subject }) => subject);
  const notLookedAt = unseen.length > 0 ? ` Not looked at: ${unseen.join(', ')}.` : '';
  if (worstOf(causes) !== 'ok') {
    return `Critical: ${count('critical')}. Warnings: ${count('warning')}.${notLookedAt}`;
  }
  return unseen.length > 0 ? `All that was looked at is well.${notLookedAt}` : 'All is well.';
}

function isBad(level: Level): boolean {
  return level === 'warning' || level === 'critical';
}
