import { SettingsError } from '../../packages/server/settings.ts';
import { isBad, runChecks, worstOf, type Finding } from '../checks/run-checks.ts';
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
      terminal.progress('Checking …');
      const findings = await runChecks({ ...config, ...stores });
      await terminal.write(
        args.includes('--json')
          ? describeAsJson(findings)
          : describeFindings(findings, args.includes('--all')),
      );
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

/** The findings that are not OK, or all of them, the worst first, each with what to do. */
function describeFindings(findings: readonly Finding[], all: boolean): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const causes = findings.filter(({ because }) => because === undefined);
  const shown = causes
    .filter(({ level }) => all || level !== 'ok')
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const lines = shown.flatMap((finding) => {
    const { id, level, subject, says, remedy, link } = finding;
    const effects = findings.filter(({ because }) => because === id).map((each) => each.subject);
    return [
      `${(isBad(finding) ? level.toUpperCase() : level).padEnd(9)} ${subject.padEnd(width)}  ${says}`,
      ...(remedy ? [`→ ${remedy} See ${link}`] : []),
      ...(effects.length > 0 ? [`Also affected: ${effects.join(', ')}.`] : []),
    ].map((line, index) => (index === 0 ? line : ' '.repeat(12 + width) + line));
  });
  return `${[...lines, '', describeVerdict(causes)].join('\n')}\n`;
}

function rankOf({ level }: Finding): number {
  return ['critical', 'warning'].indexOf(level) + (level === 'ok' || level === 'unknown' ? 3 : 0);
}

function describeVerdict(causes: readonly Finding[]): string {
  const count = (wanted: string) => causes.filter(({ level }) => level === wanted).length;
  const unchecked = causes.filter(({ level }) => level === 'unknown').map(({ subject }) => subject);
  const notChecked = unchecked.length > 0 ? ` Not checked: ${unchecked.join(', ')}.` : '';
  if (worstOf(causes) !== 'ok') {
    return `Critical: ${count('critical')}. Warnings: ${count('warning')}.${notChecked}`;
  }
  return unchecked.length > 0 ? `All completed checks passed.${notChecked}` : 'All checks passed.';
}
