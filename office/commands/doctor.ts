import { SettingsError } from '../../platform/settings.ts';
import { examine } from '../doctor/examine.ts';
import { worstOf, type Finding, type Level } from '../doctor/finding.ts';
import { createTaskContext } from '../tasks/context.ts';
import { CommandError } from './command.ts';
import { readDoctorConfig } from './config.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes as monitors know them; 3 is for a doctor that could not look at all. */
const exitCodes: Record<Level, number> = { ok: 0, warning: 1, critical: 2 };
const unknown = 3;

/** Examines the product, and returns the exit code. */
export async function runDoctor(
  args: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  if (args.some((argument) => argument !== '--json')) {
    terminal.note('Usage: npm run doctor [-- --json]');
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

/** What was found, for people: a line each, and below it what to do. */
function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.flatMap(({ level, subject, says, remedy }) => [
    `${(level === 'ok' ? level : level.toUpperCase()).padEnd(9)} ${subject.padEnd(width)}  ${says}`,
    ...(remedy ? [`${' '.repeat(12 + width)}→ ${remedy}`] : []),
  ]);
  const count = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  const summary = `Critical: ${count('critical')}. Warnings: ${count('warning')}.`;
  const verdict = worstOf(findings) === 'ok' ? 'All is well.' : summary;
  return `${[...lines, '', verdict].join('\n')}\n`;
}
