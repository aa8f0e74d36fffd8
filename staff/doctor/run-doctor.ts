import { SettingsError } from '../../platform/env.ts';
import { createContext } from '../context.ts';
import type { Terminal } from '../terminal.ts';
import { readDoctorConfig } from './config.ts';
import { examine } from './examine.ts';
import { describeFindings, exitCodes, unknown, worstOf } from './report.ts';

/**
 * Examines the product. Returns the exit code that monitors expect: 0 all is well, 1 a warning,
 * 2 something is broken, 3 it could not be found out.
 */
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
    const context = createContext(config, terminal);
    try {
      const findings = await examine(config, context);
      const level = worstOf(findings);
      const json = `${JSON.stringify({ level, findings }, null, 2)}\n`;
      await terminal.write(args.includes('--json') ? json : describeFindings(findings));
      return exitCodes[level];
    } finally {
      await context.close();
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    terminal.note(error.message);
    return unknown;
  }
}
